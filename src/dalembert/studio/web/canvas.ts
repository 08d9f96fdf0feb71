/** A three.js renderer on a canvas, created without waiting for the GPU.
 *
* A browser replies to a query for an extension or for the log of a shader compiler only when the GPU process has
* finished its queue. None of the extensions that three.js queries is used here, and its shaders are known to compile.
 */

import { NeutralToneMapping, PCFShadowMap, WebGLRenderer } from "three";

const USED = "WEBGL_lose_context"; // releases a context that is no longer shown

/** Throws if there is no WebGL, before three.js logs an error. */
export function renderer(low: boolean): WebGLRenderer {
    const canvas = document.createElement("canvas"), wish = { antialias: !low, alpha: true, stencil: true, preserveDrawingBuffer: false };
    const context = canvas.getContext("webgl2", wish) as WebGL2RenderingContext | null;
    if (!context) throw new Error("no WebGL");
    const ask = context.getExtension.bind(context) as (name: string) => unknown;
    Object.assign(context, { getExtension: (name: string) => (name === USED ? ask(name) : null) });
    const made = new WebGLRenderer({ ...wish, canvas, context });
    made.debug.checkShaderErrors = false;
    made.toneMapping = NeutralToneMapping;
    made.shadowMap.enabled = !low;
    made.shadowMap.type = PCFShadowMap;
    made.shadowMap.autoUpdate = false;
    made.setPixelRatio(low ? 0.5 : Math.min(2, devicePixelRatio));
    canvas.role = "img";
    canvas.ariaLabel = "Three-dimensional view of the robot; the following text describes its posture";
    return made;
}
