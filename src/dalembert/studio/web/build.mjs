/** Bundle the page's scripts with `node build.mjs` (for developers); the output ships in the package.
 *
* `built/NAME.js`, `built/NAME.css`; `built/three.js`, the part of three.js that they use, which precedes each; and
* `built/sources.json`: the hash of each source file.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const runtime = join(here, "../../codegen/packages/runtime.js");
const target = process.argv[2] ?? join(here, "../built");
const entries = ["share", "studio", "notebook", "film"].map((x) => join(here, `${x}.ts`)).filter((x) => existsSync(x));

/** The runtime of exported modules uses MODEL and WASM as globals; here it is a function of them. */
const plugin = {
    name: "runtime",
    setup(work) {
        work.onResolve({ filter: /^runtime$/ }, () => ({ path: runtime, namespace: "runtime" }));
        work.onLoad({ filter: /.*/, namespace: "runtime" }, () => ({
            contents: `export function load(MODEL, WASM) {\n${readFileSync(runtime, "utf8")}\nreturn load();\n}`,
        }));
    },
};

const sources = [runtime];
const walk = (folder) => {
    for (const x of readdirSync(folder, { withFileTypes: true })) {
        if (x.name === "node_modules") continue;
        const path = join(folder, x.name);
        if (x.isDirectory()) walk(path);
        else if (/\.(ts|css|mjs|json)$/.test(x.name)) sources.push(path);
    }
};
walk(here);

/** Names that our files import from three.js, without types. */
const taken = new Set();
for (const path of sources.filter((x) => x.endsWith(".ts")))
    for (const [, names] of readFileSync(path, "utf8").matchAll(/import \{([^}]*)\} from "three"/g))
        for (const x of names.split(",").map((y) => y.trim())) if (x && !x.startsWith("type ")) taken.add(x);
const names = [...taken].sort().join(", ");

/** three.js is bundled once, under its own global name, and precedes each program. */
const shared = {
    name: "three",
    setup(work) {
        work.onResolve({ filter: /^three$/ }, () => ({ path: "three", namespace: "shared" }));
        work.onLoad({ filter: /.*/, namespace: "shared" }, () => ({ contents: `export const { ${names} } = dalembertThree;` }));
    },
};
const licence = `/* three.js: ${readFileSync(join(here, "node_modules/three/LICENSE"), "utf8").trim()} */`;
const usual = { bundle: true, minify: true, target: "es2022", charset: "utf8", legalComments: "none", logLevel: "warning" };

mkdirSync(target, { recursive: true });
await build({
    ...usual, stdin: { contents: `export { ${names} } from "three";`, resolveDir: here }, outfile: join(target, "three.js"),
    format: "iife", globalName: "dalembertThree", banner: { js: licence },
});
for (const entry of entries) {
    const module = entry.endsWith("notebook.ts");
    await build({ ...usual, entryPoints: [entry], outdir: target, format: module ? "esm" : "iife", plugins: [plugin, shared] });
}

const hashes = Object.fromEntries(
    sources.map((x) => [relative(here, x).replaceAll("\\", "/"), createHash("sha256").update(readFileSync(x)).digest("hex")]).sort(),
);
writeFileSync(join(target, "sources.json"), JSON.stringify(hashes, null, 1) + "\n");
