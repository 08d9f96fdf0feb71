/* Interactive robots on a page follow its theme, which their address contains (#t=dark). */
function follow() {
  const dark = document.body.dataset.mdColorScheme === "slate";
  for (const frame of document.querySelectorAll("iframe.interactive")) {
    const [page, hash] = frame.src.split("#");
    const theme = `t=${dark ? "dark" : "light"}`;
    if (hash === theme) continue;
    frame.src = `${page}#${theme}`;
    if (hash) frame.contentWindow?.location.reload();
  }
}
new MutationObserver(follow).observe(document.body, { attributes: true, attributeFilter: ["data-md-color-scheme"] });
follow();
