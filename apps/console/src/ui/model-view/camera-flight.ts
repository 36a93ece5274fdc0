import { MathUtils, type PerspectiveCamera, Spherical, Vector3 } from 'three';
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
    const fromTarget = this.controls.target.clone();
    const from = offset(this.camera.position, fromTarget);
    const to = offset(position, target);
    // The camera turns by the shorter way.
    const turn = MathUtils.euclideanModulo(to.theta - from.theta + Math.PI, 2 * Math.PI) - Math.PI;
    const startMs = performance.now();
    const step = (nowMs: number) => {
      const share = MathUtils.smoothstep((nowMs - startMs) / FLIGHT_MS, 0, 1);
      this.frame = share < 1 ? requestAnimationFrame(step) : null;
      const center = fromTarget.clone().lerp(target, share);
      const between = new Spherical(
        MathUtils.lerp(from.radius, to.radius, share),
        MathUtils.lerp(from.phi, to.phi, share),
        from.theta + turn * share,
      );
      this.place(new Vector3().setFromSpherical(between).add(center), center);
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

function offset(position: Vector3, target: Vector3): Spherical {
  return new Spherical().setFromVector3(position.clone().sub(target));
}
