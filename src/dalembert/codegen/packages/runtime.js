// MODEL (what the module computes, with stored states) and WASM (the module in base64) stand above.

const fail = (message) => { throw new RangeError(message); };

/** How many numbers were given; a plain number is one. */
const count_of = (x) => (typeof x === "number" ? 1 : x?.length ?? fail(`a list of numbers is needed, got ${x}`));

/** Memory of an instance, handed out from its heap on. */
function room({ exports }) {
    let top = exports.heap.value;
    return {
        exports,
        reset() { top = exports.heap.value; },
        /** The address of so many doubles; memory grows where it must, which ends the life of earlier views. */
        reserve(count) {
            const at = top;
            top += 8 * count;
            const missing = top - exports.memory.buffer.byteLength;
            if (missing > 0) exports.memory.grow(Math.ceil(missing / 65536));
            return at;
        },
        view(at, count) { return new Float64Array(exports.memory.buffer, at, count); },
    };
}

/** Copy numbers; of few a loop is quicker. */
function copy(target, source) {
    if (source.length > 64) target.set(source);
    else for (let i = 0; i < source.length; i++) target[i] = source[i];
}

/** Copy what was given into memory. */
function write(view, x, owner, name) {
    const n = count_of(x);
    if (n !== view.length) fail(`${owner}: ${name} has ${n} numbers, ${view.length} are needed`);
    if (typeof x === "number") view[0] = x;
    else copy(view, x);
}

/** What a call gives: a number, an array, or several of them by name; written to `out` where that is given. */
function read(outputs, view, owner, out) {
    const one = (x, target) => {
        const found = view(x);
        if (target === undefined) return x.shape.length ? found.slice() : found[0];
        if (target.length !== found.length)
            fail(`${owner}: out has ${target.length} numbers, ${x.name} has ${found.length}`);
        copy(target, found);
        return target;
    };
    if (outputs.length === 1) return one(outputs[0], out);
    return Object.fromEntries(outputs.map((x) => [x.name, one(x, out?.[x.name])]));
}

/** Operands of a batch in memory, given once for each state or once for all: [address, stride] of each. */
function spread(many, count, operands, given, owner) {
    if (!Number.isInteger(count) || count < 0) fail(`${owner}: the number of states is a whole number, got ${count}`);
    many.reset();
    const places = operands.map((x, i) => {
        const n = count_of(given[i]);
        if (n !== x.size && n !== x.size * count)
            fail(`${owner}: ${x.name} has ${n} numbers; ${x.size * count} are needed, or ${x.size} for all states`);
        return [many.reserve(n), n === x.size ? 0 : 8 * x.size];
    });
    return {
        places,
        write() {
            operands.forEach((x, i) => write(many.view(places[i][0], count_of(given[i])), given[i], owner, x.name));
        },
    };
}

/** A function on one state, with `batch` for many and `run` for numbers that lie in `inputs` and `outputs` already. */
function routine(about, single, many) {
    const { name, inputs, outputs } = about;
    const views = {}, places = [];
    for (const x of [...inputs, ...outputs]) {
        const at = single.reserve(x.size);
        places.push(at, 0);
        views[x.name] = single.view(at, x.size);
    }
    const run = single.exports[name].bind(null, 1, ...places);
    const call = (...given) => {
        if (given.length < inputs.length || given.length > inputs.length + 1)
            fail(`${name} takes ${inputs.map((x) => x.name).join(", ")} and perhaps out; got ${given.length} arguments`);
        for (let i = 0; i < inputs.length; i++) write(views[inputs[i].name], given[i], name, inputs[i].name);
        run();
        return read(outputs, (x) => views[x.name], name, given[inputs.length]);
    };
    const batch = (count, ...given) => {
        const operands = spread(many, count, inputs, given, name);
        const rows = outputs.map((x) => ({ ...x, shape: [count, ...x.shape], at: many.reserve(x.size * count) }));
        operands.write();
        many.exports[name](count, ...operands.places.flat(), ...rows.flatMap((x) => [x.at, 8 * x.size]));
        return read(rows, (x) => many.view(x.at, x.size * count), name, given[inputs.length]);
    };
    const named = (list) => Object.freeze(Object.fromEntries(list.map((x) => [x.name, views[x.name]])));
    return Object.assign(call, { run, batch, about, inputs: named(inputs), outputs: named(outputs) });
}

/** Steps in time: u is held over `steps` steps of h, after which the state is given; one row of u a sample. */
function march(about, many) {
    const { name, states, inputs } = about;
    const batch = (count, x, u, h, steps = 1, samples = 1, out = undefined) => {
        if (![steps, samples].every((n) => Number.isInteger(n) && n >= 0))
            fail(`${name}: steps and samples are whole numbers, got ${steps} and ${samples}`);
        const given = [{ name: "x", size: states }, { name: "u", size: inputs * samples }];
        const operands = spread(many, count, given, [x, u], name);
        const size = states * samples, at = many.reserve(size * count);
        operands.write();
        many.exports[name](count, ...operands.places.flat(), at, 8 * size, samples, steps, h);
        return read([{ name: "x", shape: [count, samples, states] }], () => many.view(at, size * count), name, out);
    };
    const call = (x, u, h, steps = 1, out = undefined) => batch(1, x, u, h, steps, 1, out);
    return Object.assign(call, { batch, about });
}

/** The stored states: the largest error of each function, relative to the largest entry of an output, or to 1. */
function check(model) {
    const errors = {};
    const compare = (name, got, stored) => {
        let most = 1, off = 0;
        for (const x of stored) most = Math.max(most, Math.abs(x));
        for (let i = 0; i < stored.length; i++)  // NaN stays
            off = Math.max(off, Math.abs((typeof got === "number" ? got : got[i]) - stored[i]) / most);
        errors[name] = Math.max(errors[name] ?? 0, off);
    };
    for (const { name, inputs, outputs, samples } of MODEL.functions)
        for (const { given, wanted } of samples) {
            let at = 0;
            const found = model[name](...inputs.map((x) => given.slice(at, (at += x.size))));
            at = 0;
            for (const x of outputs)
                compare(name, outputs.length === 1 ? found : found[x.name], wanted.slice(at, (at += x.size)));
        }
    for (const { name, samples } of MODEL.marches)
        for (const { x, u, h, steps, wanted } of samples) compare(name, model[name](x, u, h, steps), wanted);
    return { passed: Object.values(errors).every((x) => x < MODEL.tolerance), errors };
}

function decoded(base64) {
    const text = atob(base64), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
}

let module;

/** A model, ready to compute: one instance for single states, whose memory never grows again, and one for batches. */
async function load() {
    module ??= WebAssembly.compile(decoded(WASM));
    const instances = [await WebAssembly.instantiate(await module), await WebAssembly.instantiate(await module)];
    const [single, many] = instances.map(room);
    for (const { inputs, outputs } of MODEL.functions) for (const x of [...inputs, ...outputs]) single.reserve(x.size);
    single.reset();
    const model = { ...MODEL.about };
    for (const x of MODEL.functions) model[x.name] = routine(x, single, many);
    for (const x of MODEL.marches) model[x.name] = march(x, many);
    model.self_test = () => check(model);
    return Object.freeze(model);
}
