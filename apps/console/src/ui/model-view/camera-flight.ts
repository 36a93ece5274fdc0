import type { PerspectiveCamera, Vector3 } from 'three';
import type { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

const FLIGHT_MS = 600;

/** Moves a camera smoothly, or at once if the user prefers reduced motion. A movement by hand ends the flight. */
export class CameraFlight {
  private frame: number | null = null;

  constructor(
    private readonly camera: PerspectiveCamera,
    private readonly controls: OrbitControls,
  ) {
    controls.addEventListener('start', () => this.end());
  }

  to(position: Vector3, target: Vector3): void {
    this.end();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.place(position, target);
      return;
    }
    const from = { position: this.camera.position.clone(), target: this.controls.target.clone() };
    const startMs = performance.now();
    const step = (nowMs: number) => {
      const share = Math.min(1, Math.max(0, (nowMs - startMs) / FLIGHT_MS));
      const eased = share * share * (3 - 2 * share);
      this.frame = share < 1 ? requestAnimationFrame(step) : null;
      this.place(from.position.clone().lerp(position, eased), from.target.clone().lerp(target, eased));
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Places the camera at once. */
  place(position: Vector3, target: Vector3): void {
    this.camera.position.copy(position);
    this.controls.target.copy(target);
    this.controls.update();
  }

  end(): void {
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.frame = null;
  }
}
