/** Other postures in one flat tint: a depth pass, then the tint wherever something is in front, so that overlaps do not add up. */

import { Group, LessEqualDepth, Mesh, MeshBasicMaterial, NotEqualStencilFunc, ReplaceStencilOp, type Material, type Object3D, type Texture } from "three";

import type { Part } from "./pointing";

export class Ghosts {
    readonly group = new Group();
    private depth = new MeshBasicMaterial({ colorWrite: false });
    private tint = new MeshBasicMaterial({
        transparent: true, depthFunc: LessEqualDepth, depthWrite: false, stencilWrite: true, stencilRef: 1, stencilFunc: NotEqualStencilFunc,
        stencilZPass: ReplaceStencilOp,
    });

    show(list: Float64Array[], parts: Part[], dark: boolean): void {
        this.group.clear();
        this.tint.color.set(dark ? 0x9ea8b3 : 0x394049);
        this.tint.opacity = dark ? 0.2 : 0.17;
        for (const poses of list)
            for (const x of parts) {
                if (x.body < 0) continue;
                for (const [material, order] of [[this.depth, 1], [this.tint, 2]] as const) {
                    const ghost = new Mesh(x.mesh.geometry, material);
                    ghost.renderOrder = order;
                    ghost.matrixAutoUpdate = false;
                    place(ghost, poses, 12 * x.body);
                    this.group.add(ghost);
                }
            }
    }
}

/** Move an object to the pose that begins at index `at`. */
export function place(x: Object3D, p: ArrayLike<number>, at: number): void {
    x.matrix.set(
        p[at]!, p[at + 1]!, p[at + 2]!, p[at + 3]!, p[at + 4]!, p[at + 5]!, p[at + 6]!, p[at + 7]!,
        p[at + 8]!, p[at + 9]!, p[at + 10]!, p[at + 11]!, 0, 0, 0, 1,
    );
    x.matrixWorldNeedsUpdate = true;
}

/** Release all objects of a scene; geometry that sprites and arrows share would keep every renderer that drew them. */
export function emptied(scene: Object3D): void {
    scene.traverse((x) => {
        const { geometry, material } = x as Partial<Mesh>;
        geometry?.dispose();
        for (const m of [material ?? []].flat() as (Material & { map?: Texture | null })[]) {
            m.map?.dispose();
            m.dispose();
        }
    });
}
