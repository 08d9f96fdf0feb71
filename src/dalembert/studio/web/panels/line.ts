/** Connection to Python: numbered requests, their answers, and reconnection. */

export const VERSION = 1;

export interface Failure { cause: string; what: string; line?: number | null; finding?: { kind: string } }
export type Values = Record<string, unknown>;

/** An error of the server instead of an answer. */
export class Refusal extends Error {
    constructor(readonly failure: Failure) {
        super(failure.what);
    }
}

interface Waiting { done: (x: any) => void; fail: (e: Refusal) => void; progress?: (seconds: number) => void }
export type Status = "connecting" | "connected" | "lost";

const SOON = 250, LATE = 8000; // ms before the first and at most before another try
const LOST: Failure = { cause: "Lost", what: "This function needs the connection to Python, which is lost. Functions with kernels in the page still work." };

export class Line {
    private socket: WebSocket | null = null;
    private waiting = new Map<number, Waiting>();
    private next = 1;
    private pause = SOON;
    private session: string | null = sessionStorage.getItem("session");
    status: Status = "connecting";
    received = 0;

    /** `greeted` receives the state of the session after each connection. */
    constructor(private changed: (s: Status) => void, private greeted: (state: any, again: boolean) => void) {
        this.connect(false);
        addEventListener("online", () => this.status === "lost" && this.connect(true));
    }

    private connect(again: boolean): void {
        const address = new URL("socket", location.href.replace(/#.*/, ""));
        address.protocol = "ws:";
        const socket = new WebSocket(address);
        this.socket = socket;
        socket.onopen = async () => {
            const state = await this.ask("hello", { session: this.session });
            this.session = state.session;
            sessionStorage.setItem("session", state.session);
            this.pause = SOON;
            this.set("connected");
            this.greeted(state, again);
        };
        socket.onmessage = (e) => this.hear(JSON.parse(String(e.data)));
        socket.onclose = () => {
            if (this.socket !== socket) return;
            for (const x of this.waiting.values()) x.fail(new Refusal(LOST));
            this.waiting.clear();
            this.set("lost");
            setTimeout(() => this.connect(true), this.pause);
            this.pause = Math.min(LATE, 2 * this.pause);
        };
    }

    private set(status: Status): void {
        this.status = status;
        this.changed(status);
    }

    private hear(message: { id: number; is: string; with: any }): void {
        this.received++;
        const x = this.waiting.get(message.id);
        if (!x) return;
        if (message.is === "progress") return x.progress?.(message.with.seconds);
        this.waiting.delete(message.id);
        if (message.is === "answer") x.done(message.with);
        else x.fail(new Refusal(message.with));
    }

    /** Return the answer or raise a `Refusal`; `progress` receives the elapsed seconds. */
    ask(ask: string, values: Values = {}, progress?: (seconds: number) => void): Promise<any> & { id: number } {
        const id = this.next++;
        const made = new Promise<any>((done, fail) => {
            if (this.socket?.readyState !== WebSocket.OPEN) return fail(new Refusal(LOST));
            this.waiting.set(id, { done, fail, progress });
            this.socket.send(JSON.stringify({ v: VERSION, id, ask, with: values }));
        });
        return Object.assign(made, { id });
    }

    /** Cancel a request; its answer is ignored. */
    forget(id: number): void {
        if (this.waiting.delete(id)) void this.ask("cancel", { of: id }).catch(() => {});
    }

    /** Send files into a folder of their own; its name. */
    async upload(files: { path: string; file: Blob }[], progress: (done: number) => void): Promise<string> {
        const folder = [...crypto.getRandomValues(new Uint8Array(12))].map((x) => x.toString(16).padStart(2, "0")).join("");
        let done = 0;
        for (const { path, file } of files) {
            const name = path.split("/").map(encodeURIComponent).join("/");
            const answer = await fetch(`upload/${folder}/${name}`, { method: "PUT", body: file });
            if (!answer.ok) {
                const failure = await answer.json().catch(() => ({ cause: "Upload", what: `the file was refused (${answer.status})` }));
                throw new Refusal(failure);
            }
            progress(++done / files.length);
        }
        return folder;
    }

    /** Close the connection, to test how the page reacts. */
    drop(): void {
        this.socket?.close();
    }
}

/** Requests of one desk: they end with it, and only the newest request for each element is awaited. */
export class Requests {
    private open = new Set<number>();
    private places = new Map<object, number>();

    constructor(readonly line: Line) {}

    ask(ask: string, values: Values = {}, progress?: (seconds: number) => void, place?: object): Promise<any> {
        const before = place && this.places.get(place);
        if (before !== undefined) this.drop(before);
        const made = this.line.ask(ask, values, progress), { id } = made;
        this.open.add(id);
        if (place) this.places.set(place, id);
        return made.finally(() => this.open.delete(id));
    }

    private drop(id: number): void {
        this.open.delete(id);
        this.line.forget(id);
    }

    end(): void {
        for (const id of this.open) this.drop(id);
    }
}

/** One request at a time, for the newest state: of the requests made meanwhile only the last one is sent. */
export class Newest {
    private busy = false;
    private pending: (() => Promise<void>) | null = null;

    run(task: () => Promise<void>): void {
        this.pending = task;
        if (!this.busy) void this.go();
    }

    private async go(): Promise<void> {
        this.busy = true;
        while (this.pending) {
            const task = this.pending;
            this.pending = null;
            try {
                await task();
            } catch {
                // shown where it was requested
            }
        }
        this.busy = false;
    }
}
