/** A robot as data of the page: numbers and texts written by `payload.py`. Nothing in it is executed. */

export type Vector = [number, number, number];

/** One rate of the robot, q_k: k is its place in q̇ plus one, and the number on its badge. */
export interface Coordinate {
    name: string; // as the robot's file has it
    words: string; // "angle of joint 2"
    motion: "turn" | "slide" | "ball";
    place: number; // of its entry in q; −1 for a rate of a ball
    axis: number; // 0 … 2, of a rate of a ball
    lower: number;
    upper: number;
    limited: boolean; // by the robot; else the range is the slider's alone
    unit: "rad" | "m";
    effort: "N·m" | "N";
    body: number; // that it moves
    driven: boolean;
    floating: boolean; // of a floating base
}

/** A moving body; poses come from the kernel `poses`, one after the other, each three rows [R | p]. */
export interface Body {
    name: string; // of its link, or of its joint
    parent: number; // −1 for the ground
    coordinates: number[]; // that move it against its parent
    mass: number;
    centre: Vector;
    ellipsoid: number[]; // of inertia: nine numbers, the half axes as columns; none for a body without mass
}

/** A piece to draw, in the frame of its body (−1: the ground). Lengths in metres. */
export interface Solid {
    body: number;
    kind: "rod" | "plate" | "ball" | "box" | "collar" | "cone" | "mesh";
    paint: "ceramic" | "base" | "joint" | "rod";
    from: Vector;
    to: Vector;
    radius: number; // of a plate, half its width
    end?: number; // radius at `to`
    thick?: number; // of a plate
    coordinate?: number; // whose colour a collar has
    normal?: Vector; // of a plate
    vertices?: string; // of a mesh: base64 of little-endian float32, three a vertex
    triangles?: string; // of a mesh: base64 of little-endian uint32, three vertices each
}

/** Objects that are lit with a symbol of the equations. */
export interface Owner {
    coordinate?: number;
    body?: number;
    kind?: Kind; // of the terms in which it appears: gravity
    words: string;
}

export type Kind =
    "inertial" | "centrifugal" | "Coriolis" | "gravity" | "friction" | "spring" | "external" | "loop" | "velocity";

/** A term of one effort, MathML; `at` is its place in what the kernel `equation` gives. */
export interface Term {
    kind: Kind;
    math: string;
    at: number;
    text: string; // as one types it
}

export interface Row {
    left: string; // MathML
    name: string; // "tau2"
    coordinate: number;
    terms: Term[];
}

export interface Equations {
    what: "tau" | "g";
    title: string;
    note: string;
    rows: Row[];
    below: string[]; // MathML of separate definitions
}

export interface Step {
    title: string;
    level: number;
    parts: string[]; // HTML of paragraphs and formulas, read by `markup.ts`
    folded: number; // displays with equations that are too long to show
}

export interface Certificate {
    title: string;
    short: string; // summary, with formulas as MathML, as in claims and assumptions
    claims: { holds: boolean; proved: boolean; words: string; how: string }[];
    assumptions: string[];
}

/** Data of the quiz: the symbols of an answer, and what the answer is compared with. */
export interface Quiz {
    rows: number[];
    symbols: string[]; // q1 … and the parameters that an answer may use
    q: string[]; // names of the entries of q
    balls: number[]; // where quaternions begin in q
    lambdas: string[]; // forces of loops
    absolute: { matrix: number[][]; words: string } | null; // q = A φ, φ measured from the ground
    digits: number; // to which the page rounds numbers of this robot; 0: no rounding
}

export interface Code {
    title: string;
    language: string;
    source: string;
}

export interface Operand { name: string; shape: number[]; size: number }
export interface Operations { mul: number; add: number; div: number; sincos: number }
export interface Contents {
    about: Record<string, unknown>;
    tolerance: number;
    functions: { name: string; words: string; inputs: Operand[]; outputs: Operand[]; operations: Operations; samples: [] }[];
    marches: {
        name: string; words: string; states: number; inputs: number; stages: number; operations: Operations;
        state: Record<string, [number, number]>; samples: [];
    }[];
}

/** Data of every picture, written by `shape.py`. */
export interface Shape {
    name: string;
    title: string;
    nv: number;
    coordinates: Coordinate[];
    bodies: Body[];
    solids: Solid[];
    tool: { body: number; name: string };
    reach: number;
    floor: number; // height along −gravity of the floor
    up: Vector;
    view: Vector; // from where it is looked at first
    middle: Vector; // what is looked at
    radius: number; // of the ball about it that is seen
}

export interface Payload extends Shape {
    about: string;
    python: string; // lines that make `robot`
    nq: number;
    gravity: Vector;
    home: number[];
    rates: number[]; // q̇ and q̈ to begin with
    accelerations: number[];
    elastic: number[]; // entries of q that the motors of elastic joints start at
    loops: boolean;
    splits: boolean; // whether centrifugal and Coriolis terms are shown separately
    parameters: Record<string, number>; // values of the symbols
    owners: Record<string, Owner>;
    equations: Equations | null;
    reason: string; // why there are no equations, or not all
    derivation: Step[];
    certificate: Certificate | null;
    quiz: Quiz | null;
    code: Code[];
    parts: Part[]; // sections that the page has
    layers: Layer[] | null; // initial layers of the picture; null: the page's default
    views: View[];
    motion: Motion;
    run: Recorded | null;
    note: RobotNote;
    skin: Solid[]; // shapes of its file
    contents: Contents;
    wasm: string; // base64
}

export type Part = "equations" | "efforts" | "kinematics" | "simulation" | "derivation" | "quiz" | "certificate" | "code";
export type Layer = "centres" | "frames" | "inertia" | "ellipsoid";
export type Control = "none" | "hold" | "pd" | "pd_gravity" | "computed_torque";

/** A camera that was chosen, perhaps with a posture and with what it shows. */
export interface View {
    name: string;
    camera: number[] | null; // azimuth, elevation, distance as a share of the first
    q: number[] | null;
    layers: Layer[] | null;
}

/** How a simulation starts. */
export interface Motion {
    controls: Control[]; // that this robot can have
    control: Control;
    goal: number[] | null;
    bandwidth: number; // rad/s
    qd: number[] | null;
    duration: number; // s
}

/** A run that was made in Python: rows of q, q̇, q̈, τ, T, U, work, loss, pushed; base64 of little-endian float32. */
export interface Recorded {
    rows: number;
    start: number;
    end: number;
    table: string;
    residual: number;
    method: string;
}

/** Text above a robot; a claim is an equation that the quiz checks. */
export interface RobotNote {
    source: string;
    words: string; // HTML of a paragraph, read by `markup.ts`
    claims: { row: string; typed: string; words: string }[];
}

/** Contents of a page: one robot, or those of a lecture. */
export interface Page {
    title: string;
    subtitle: string;
    version: string;
    robots: Payload[];
}
