/** A canvas with three.js on it, as soon as it can be had.
 *
 * A browser answers each question for an extension, and for what a compiler of shaders has to say, only when its GPU's process
 * has done all it was given before: of the extensions three.js asks for none is used here, and its shaders are its own.
 */

import { NeutralToneMapping, PCFShadowMap, WebGLRenderer } from "three";

const USED = "WEBGL_lose_context"; // lets go of a context that is no longer shown

/** Throws where there is no WebGL, before three.js says so on the console. */
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
    canvas.ariaLabel = "The robot in three dimensions; words after it describe its posture";
    return made;
}
