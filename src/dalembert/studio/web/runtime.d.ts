/** `codegen/packages/runtime.js`, which every exported module carries, as one function (see build.mjs). */
declare module "runtime" {
    export interface Routine {
        (...given: (ArrayLike<number> | number | object)[]): Float64Array & number & Record<string, Float64Array>;
        run(): void;
        batch(count: number, ...given: (ArrayLike<number> | object)[]): Float64Array & Record<string, Float64Array>;
        inputs: Record<string, Float64Array>;
        outputs: Record<string, Float64Array>;
    }
    export interface March {
        (x: ArrayLike<number>, u: ArrayLike<number>, h: number, steps?: number, out?: Float64Array): Float64Array;
    }
    export function load(contents: object, wasm: string): Promise<Record<string, unknown>>;
}
