"""What a picture of matplotlib holds, for tests that look at it."""


def texts(ax):
    """The words in it."""
    return {t.get_text() for t in ax.texts}
