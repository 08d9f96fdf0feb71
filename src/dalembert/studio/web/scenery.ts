/** Floor and light: fading lines, one shadow, a key light from the upper right and a cool rim light; no environment map. */

import {
    BufferAttribute, BufferGeometry, DirectionalLight, Group, HemisphereLight, LineBasicMaterial, LineSegments, Mesh,
    PlaneGeometry, PointLight, ShadowMaterial, type Scene,
} from "three";

const PIECES = 16;
const FAR = 1.9; // where lines have faded out, of the reach

export class Scenery {
    readonly floor = new Group();
    private ground = new Group(); // what the floor is made of
    private key = new DirectionalLight(0xffffff, 2.3);
    private sky = new HemisphereLight(0xffffff, 0xcfc8ba, 1.35);
    private rim = new DirectionalLight(0xbcd4ff, 0.7);
    private point = new PointLight(0xffffff, 1.2, 0, 1.2);
    private shade = new ShadowMaterial({ opacity: 0.17 });
    private fine: LineBasicMaterial;
    private coarse: LineBasicMaterial;

    constructor(scene: Scene, reach: number, shadow: boolean, size: number) {
        const unit = 10 ** Math.floor(Math.log10(reach * 1.3)) / 10;
        this.fine = new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
        this.coarse = this.fine.clone();
        const cell = reach / unit > 25 ? 2.5 * unit : unit;
        this.floor.add(this.ground);
        this.ground.add(lines(cell, FAR * reach, 0.5, this.fine, 5), lines(5 * cell, FAR * reach, 1, this.coarse, 0));
        if (shadow) {
            const plane = new Mesh(new PlaneGeometry(8 * reach, 8 * reach).rotateX(-Math.PI / 2), this.shade);
            plane.receiveShadow = true;
            plane.position.y = -0.001 * reach;
            this.ground.add(plane);
        }
        this.key.position.set(1.6 * reach, 3.2 * reach, 1.9 * reach);
        this.key.castShadow = shadow;
        this.key.shadow.mapSize.set(size, size);
        this.key.shadow.radius = 2.6;
        this.key.shadow.bias = -0.0006;
        this.key.shadow.normalBias = 0.012 * reach;
        const c = this.key.shadow.camera, wide = 1.6 * reach;
        Object.assign(c, { left: -wide, right: wide, top: wide, bottom: -wide, near: 0.1 * reach, far: 9 * reach });
        this.rim.position.set(-2 * reach, 1.2 * reach, -2 * reach);
        this.point.position.set(-0.9 * reach, 1.5 * reach, 1.6 * reach);
        this.point.intensity = 1.1 * reach;
        scene.add(this.floor, this.key, this.key.target, this.sky, this.rim, this.point);
    }

    /** Heights of floor and of what the light is aimed at. */
    stand(floor: number, middle: { x: number; y: number; z: number }): void {
        this.floor.position.set(middle.x, floor, middle.z);
        this.key.target.position.set(middle.x, middle.y, middle.z);
        this.key.position.set(middle.x + this.offset[0]!, middle.y + this.offset[1]!, middle.z + this.offset[2]!);
    }

    private offset = [0, 0, 0];

    aim(reach: number): void {
        this.offset = [1.3 * reach, 2.5 * reach, 2.3 * reach];
    }

    /** Floor and shadows, or the light alone; the same programs draw the robot in both. */
    show(on: boolean): void {
        this.ground.visible = on;
        this.key.shadow.intensity = on ? 1 : 0;
    }

    theme(dark: boolean): void {
        this.sky.intensity = dark ? 0.62 : 1.5;
        this.key.intensity = dark ? 2.0 : 2.3;
        this.shade.opacity = dark ? 0.42 : 0.17;
        this.fine.color.set(dark ? 0x4a515b : 0xb9b3a6);
        this.coarse.color.set(dark ? 0x626b77 : 0x9c968a);
    }
}

/** A square net of lines, each cut into pieces that fade with the distance from the middle. */
function lines(cell: number, far: number, strength: number, material: LineBasicMaterial, but: number): LineSegments {
    const points: number[] = [], colours: number[] = [];
    const count = Math.floor(far / cell);
    const fade = (x: number, z: number) => strength * Math.max(0, 1 - Math.hypot(x, z) / far) ** 1.4;
    for (let i = -count; i <= count; i++) {
        if (but && i % but === 0) continue;
        for (let k = 0; k < PIECES; k++) {
            const a = far * (2 * k / PIECES - 1), b = far * (2 * (k + 1) / PIECES - 1), c = i * cell;
            for (const [x, z] of [[a, c], [b, c], [c, a], [c, b]] as const) {
                points.push(x, 0, z);
                colours.push(1, 1, 1, fade(x, z));
            }
        }
    }
    const made = new BufferGeometry();
    made.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
    made.setAttribute("color", new BufferAttribute(new Float32Array(colours), 4));
    return new LineSegments(made, material);
}
