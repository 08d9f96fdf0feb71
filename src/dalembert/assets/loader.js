(async () => {
  const unpack = async (id) => {
    const text = atob(document.getElementById(id).textContent), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };
  const [page, program] = await Promise.all([unpack("page"), unpack("program")]);
  document.getElementById("page").textContent = page;
  const script = document.createElement("script");
  script.textContent = program;
  document.body.append(script);
})().catch((reason) => { document.getElementById("app").textContent = "This page cannot start: " + reason; });
