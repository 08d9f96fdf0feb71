// A robot to look at from all sides: links, joints and frames drawn with a canvas, nothing loaded from anywhere.
// mount(element, data) shows data = {title, size, centre, period, frames: [{links, joints, triads}]};
//   links [[x, y, z, x, y, z]], joints [[x, y, z, ax, ay, az, slides]], triads [[x, y, z, R row by row]].

const LINK = "#35618f", EDGE = "#12324f", GRID = "#dde4eb";
const AXES = ["#c0392b", "#2e8b57", "#2c5fc4"];

export function mount(element, data) {
  element.innerHTML = `<div style="font:14px system-ui,sans-serif;color:#1c2733;max-width:720px">
    <canvas tabindex="0" role="img" style="width:100%;height:420px;display:block;touch-action:none;cursor:grab"></canvas>
    <div class="bar" style="display:flex;gap:.6rem;align-items:center"><button>▶</button>
    <input type="range" min="0" value="0" style="flex:1" aria-label="time"><output style="min-width:5em"></output></div></div>`;
  const canvas = element.querySelector("canvas"), pen = canvas.getContext("2d");
  const bar = element.querySelector(".bar"), button = bar.querySelector("button");
  const slider = bar.querySelector("input"), clock = bar.querySelector("output");
  const eye = { turn: -0.9, lift: 0.42, zoom: 1 };
  let frame = 0, playing = 0, started = 0;

  const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = a => { const s = Math.hypot(...a) || 1; return a.map(x => x / s); };
  const along = (p, a, s) => [p[0] + a[0] * s, p[1] + a[1] * s, p[2] + a[2] * s];

  // world -> [screen x, screen y, depth]; perspective from a distance of three sizes
  function project(p) {
    const [x, y, z] = sub(p, data.centre), c = Math.cos(eye.turn), s = Math.sin(eye.turn);
    const right = -s * x + c * y, away = c * x + s * y;
    const up = Math.cos(eye.lift) * z - Math.sin(eye.lift) * away;
    const near = Math.sin(eye.lift) * z + Math.cos(eye.lift) * away;
    const w = canvas.clientWidth, h = canvas.clientHeight, far = 3 * data.size;
    const k = 0.62 * eye.zoom * Math.min(w, h) / data.size * far / (far - near);
    return [w / 2 + k * right, h / 2 - k * up, near, k];
  }

  const line = (a, b, width, colour) => {
    pen.strokeStyle = colour; pen.lineWidth = width; pen.lineCap = "round";
    pen.beginPath(); pen.moveTo(a[0], a[1]); pen.lineTo(b[0], b[1]); pen.stroke();
  };
  const polygon = (points, fill, edge) => {
    pen.fillStyle = fill; pen.strokeStyle = edge; pen.lineWidth = 0.8; pen.lineJoin = "round";
    pen.beginPath(); points.forEach((p, i) => i ? pen.lineTo(p[0], p[1]) : pen.moveTo(p[0], p[1]));
    pen.closePath(); pen.fill(); pen.stroke();
  };

  function solid(joint) {
    const centre = joint.slice(0, 3), axis = unit(joint.slice(3, 6)), slides = joint[6];
    const e = unit(cross(axis, Math.abs(axis[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])), f = cross(axis, e);
    const sides = slides ? 4 : 24, radius = data.size * (slides ? 0.045 : 0.036), half = data.size * 0.05;
    const ring = side => Array.from({ length: sides }, (_, i) => {
      const a = 2 * Math.PI * i / sides + (slides ? Math.PI / 4 : 0);
      return project(along(along(along(centre, e, radius * Math.cos(a)), f, radius * Math.sin(a)), axis, side * half));
    });
    const low = ring(-1), high = ring(1), base = slides ? [246, 231, 210] : [232, 238, 245];
    const shade = n => { // light from above, a little from the side
      const k = 0.78 + 0.22 * (0.3 * n[0] - 0.35 * n[1] + 0.85 * n[2]);
      return `rgb(${base.map(x => Math.round(x * k)).join(",")})`;
    };
    const mean = points => points.reduce((s, p) => s + p[2], 0) / points.length;
    const faces = low.map((p, i) => {
      const a = 2 * Math.PI * (i + 0.5) / sides + (slides ? Math.PI / 4 : 0);
      const colour = shade(along([0, 0, 0].map((_, k) => e[k] * Math.cos(a)), f, Math.sin(a)));
      return [[p, low[(i + 1) % sides], high[(i + 1) % sides], high[i]], colour];
    });
    faces.sort((a, b) => mean(a[0]) - mean(b[0]));
    faces.forEach(([face, colour]) => polygon(face, colour, slides ? EDGE : colour));
    const up = mean(high) > mean(low);
    polygon(up ? high : low, shade(up ? axis : axis.map(x => -x)), EDGE);
  }

  function draw() {
    const ratio = window.devicePixelRatio || 1, w = canvas.clientWidth, h = canvas.clientHeight;
    canvas.width = w * ratio; canvas.height = h * ratio; pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = "#fff"; pen.fillRect(0, 0, w, h);
    const step = data.size / 4, reach = 4;
    for (let i = -reach; i <= reach; i++) {
      line(project([i * step, -reach * step, 0]), project([i * step, reach * step, 0]), 1, GRID);
      line(project([-reach * step, i * step, 0]), project([reach * step, i * step, 0]), 1, GRID);
    }
    const shown = data.frames[frame], parts = [];
    for (const l of shown.links) {
      const a = project(l.slice(0, 3)), b = project(l.slice(3, 6)), width = 0.03 * data.size * (a[3] + b[3]) / 2;
      parts.push([(a[2] + b[2]) / 2, () => { line(a, b, width + 1.5, EDGE); line(a, b, width, LINK); line(a, b, width / 3, "#7fa5cb"); }]);
    }
    for (const j of shown.joints) parts.push([project(j.slice(0, 3))[2] + 0.01 * data.size, () => solid(j)]);
    for (const t of shown.triads) {
      const at = t.slice(0, 3), a = project(at);
      parts.push([a[2] + 0.05 * data.size, () => AXES.forEach((colour, k) =>
        line(a, project(along(at, [t[3 + k], t[6 + k], t[9 + k]], 0.12 * data.size)), 2.4, colour))]);
    }
    parts.sort((a, b) => a[0] - b[0]).forEach(part => part[1]());
    pen.fillStyle = "#51606f"; pen.font = "13px system-ui, sans-serif"; pen.fillText(data.title, 10, 20);
    canvas.setAttribute("aria-label", data.title);
    clock.textContent = (frame * data.period).toFixed(2) + " s"; slider.value = frame;
  }

  function tick(now) {
    if (!playing) return;
    const length = data.frames.length * data.period * 1000;
    frame = Math.floor(((now - started) % length) / (data.period * 1000));
    draw(); playing = requestAnimationFrame(tick);
  }
  const stop = () => { cancelAnimationFrame(playing); playing = 0; button.textContent = "▶"; };
  button.onclick = () => {
    if (playing) return stop();
    started = performance.now() - frame * data.period * 1000; button.textContent = "❚❚"; playing = requestAnimationFrame(tick);
  };
  slider.oninput = () => { stop(); frame = +slider.value; draw(); };
  canvas.onpointerdown = e => { canvas.setPointerCapture(e.pointerId); canvas.style.cursor = "grabbing"; };
  canvas.onpointerup = () => { canvas.style.cursor = "grab"; };
  canvas.onpointermove = e => { if (e.buttons) turn(-e.movementX / 120, e.movementY / 120); };
  canvas.addEventListener("wheel", e => { e.preventDefault(); zoom(Math.exp(-e.deltaY / 600)); }, { passive: false });
  canvas.onkeydown = e => {
    const moves = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[e.key];
    if (moves) { e.preventDefault(); turn(...moves); } else if (e.key === "+") zoom(1.1); else if (e.key === "-") zoom(1 / 1.1);
  };
  function turn(a, b) { eye.turn += a; eye.lift = Math.max(-1.5, Math.min(1.5, eye.lift + b)); draw(); }
  function zoom(k) { eye.zoom = Math.max(0.2, Math.min(8, eye.zoom * k)); draw(); }

  function update(next) {
    data = next; frame = Math.min(frame, data.frames.length - 1); slider.max = data.frames.length - 1;
    bar.style.display = data.frames.length > 1 ? "flex" : "none"; draw();
  }
  new ResizeObserver(draw).observe(canvas);
  update(data);
  return { update };
}

export default {
  render({ model, el }) {
    const shown = mount(el, JSON.parse(model.get("data")));
    model.on("change:data", () => shown.update(JSON.parse(model.get("data"))));
  },
};
