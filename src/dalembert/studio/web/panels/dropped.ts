/** Files of a drop, folders walked. */
export async function dropped(data: DataTransfer): Promise<{ path: string; file: File }[]> {
    const found: { path: string; file: File }[] = [];
    const walk = async (x: FileSystemEntry): Promise<void> => {
        if (x.isFile) {
            const file = await new Promise<File>((done, fail) => (x as FileSystemFileEntry).file(done, fail));
            found.push({ path: x.fullPath.replace(/^\//, ""), file });
        } else {
            const reader = (x as FileSystemDirectoryEntry).createReader();
            for (;;) {
                const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
                if (!some.length) break;
                for (const y of some) await walk(y);
            }
        }
    };
    const entries = [...data.items].map((x) => x.webkitGetAsEntry?.()).filter((x): x is FileSystemEntry => !!x);
    if (entries.length) for (const x of entries) await walk(x);
    else for (const file of data.files) found.push({ path: file.name, file });
    return found;
}
