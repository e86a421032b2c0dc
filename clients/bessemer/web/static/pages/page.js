// A page that carries its match, compressed, in an element: a file that opens from disk.

import { BOARDS } from "../boards/boards.js";
import { show, unpacked } from "./boot.js";

const data = document.getElementById("match");
const root = document.getElementById("viewer");
if (data && root) unpacked(data.textContent ?? "").then((match) => show(root, BOARDS, match));
