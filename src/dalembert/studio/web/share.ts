/** The page that is sent to a class: one robot or several, alive, from one file. */

import "./theme.css";
import { Kernel } from "./kernel";
import { Lamp } from "./light";
import type { Page } from "./payload";
import { stage } from "./stage";

async function main(): Promise<void> {
    const page = JSON.parse(document.getElementById("page")!.textContent!) as Page;
    const robot = page.robots[0]!;
    const kernel = await Kernel.load(robot);
    const shown = stage(document.getElementById("stage")!, robot, new Lamp());
    shown.pose(kernel.poses(robot.home));
}

void main();
