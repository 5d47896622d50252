// Mouse, touch and keys over a map. Drags and pinches are given on as differences in pixels.

import type { Size } from "./camera";

export interface Moves {
  pan: (dx: number, dy: number) => void;
  zoom: (factor: number, px: number, py: number) => void;
  click: (px: number, py: number, reach: number) => void;
  twice: (px: number, py: number) => void;
  enter: () => void;
  whole: () => void;
  over: (px: number | null, py: number) => void;
  size: () => Size;
}

interface Pointer {
  x: number;
  y: number;
}

export function attach(stage: HTMLElement, moves: Moves): void {
  const down = new Map<number, Pointer>();
  let moved = 0;
  let last = 0;
  let lastAt: Pointer = { x: 0, y: 0 };

  const local = (event: MouseEvent): Pointer => {
    const box = stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    down.set(event.pointerId, local(event));
    if (down.size === 1) moved = 0;
    moves.over(null, 0);
  });

  stage.addEventListener("pointermove", (event) => {
    const at = local(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") moves.over(at.x, at.y);
      return;
    }
    const other = [...down.entries()].find(([id]) => id !== event.pointerId)?.[1];
    moved += Math.abs(at.x - before.x) + Math.abs(at.y - before.y);
    down.set(event.pointerId, at);
    if (moved < 5 && !other) return;
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(at.x - other.x, at.y - other.y);
      moves.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
      if (was > 8 && is > 8) moves.zoom(is / was, (at.x + other.x) / 2, (at.y + other.y) / 2);
      return;
    }
    stage.classList.add("dragging");
    moves.pan(at.x - before.x, at.y - before.y);
  });

  const up = (event: PointerEvent): void => {
    const at = down.get(event.pointerId);
    const pinching = down.size > 1;
    down.delete(event.pointerId);
    stage.classList.remove("dragging");
    if (pinching) moved = 99;
    if (!at || event.type === "pointercancel" || moved >= 5) return;
    const twice = event.timeStamp - last < 320 && Math.hypot(at.x - lastAt.x, at.y - lastAt.y) < 12;
    last = twice ? 0 : event.timeStamp;
    lastAt = at;
    if (twice) moves.twice(at.x, at.y);
    else moves.click(at.x, at.y, event.pointerType === "mouse" ? 9 : 20);
  };
  stage.addEventListener("pointerup", up);
  stage.addEventListener("pointercancel", up);
  stage.addEventListener("pointerleave", () => moves.over(null, 0));

  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const at = local(event);
      const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
      const dy = Math.max(-240, Math.min(240, event.deltaY * lines));
      moves.zoom(Math.exp(-dy * (event.ctrlKey ? 0.01 : 0.0022)), at.x, at.y);
    },
    { passive: false },
  );

  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { width, height } = moves.size();
    const far = event.shiftKey ? 0.5 : 0.12;
    const step: Record<string, () => void> = {
      ArrowLeft: () => moves.pan(width * far, 0),
      ArrowRight: () => moves.pan(-width * far, 0),
      ArrowUp: () => moves.pan(0, height * far),
      ArrowDown: () => moves.pan(0, -height * far),
      "+": () => moves.zoom(1.35, width / 2, height / 2),
      "=": () => moves.zoom(1.35, width / 2, height / 2),
      "-": () => moves.zoom(1 / 1.35, width / 2, height / 2),
      _: () => moves.zoom(1 / 1.35, width / 2, height / 2),
      PageUp: () => moves.zoom(3, width / 2, height / 2),
      PageDown: () => moves.zoom(1 / 3, width / 2, height / 2),
      Home: moves.whole,
      "0": moves.whole,
      Enter: moves.enter,
      " ": moves.enter,
    };
    const act = step[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
