/** A robot, or a film of it, on a page of its own. */

import "./film.css";
import { mount, type Film } from "./notebook";

mount(document.getElementById("app")!, JSON.parse(document.getElementById("page")!.textContent!) as Film);
requestAnimationFrame(() => (document.documentElement.dataset.ready = String(performance.now())));
