import { Color, type Material, Mesh, MeshLambertMaterial, MeshStandardMaterial, type Object3D } from 'three';

/** The properties that a material without reflections has, too. */
const KEPT = [
  ...(['name', 'color', 'map', 'emissive', 'emissiveMap', 'emissiveIntensity', 'normalMap'] as const),
  ...(['normalScale', 'aoMap', 'alphaMap', 'alphaTest', 'opacity', 'transparent', 'depthWrite'] as const),
  ...(['side', 'vertexColors', 'flatShading'] as const),
];

/** How much of the colour a tinted material has. */
const TINT = 0.75;

/** The name as in the file. The loader replaces some characters in `name`. */
export function nameOf({ name, userData }: Object3D): string {
  return typeof userData.name === 'string' ? userData.name : name;
}

/** Returns the names of a node and of the nodes around it. Nodes that only the loader has added have no name in the file. */
export function fileNamesAround(clicked: Object3D): string[] {
  const names: string[] = [];
  for (let node: Object3D | null = clicked; node; node = node.parent) {
    if (typeof node.userData.name === 'string') names.push(node.userData.name);
  }
  return names;
}

/** Returns a copy of a material that is mixed with a colour. */
export function tinted(material: Material, color: Color): Material {
  const copy = material.clone();
  // A clone would have its own plane, which does not move.
  copy.clippingPlanes = material.clippingPlanes;
  if ('color' in copy && copy.color instanceof Color) copy.color.lerp(color, TINT);
  return copy;
}

/** Replaces the materials of a model by those without reflections, which a processor draws several times as fast. */
export function removeReflections(model: Object3D): void {
  const replaced = new Map<Material, Material>();
  const plain = (material: Material): Material => {
    if (!(material instanceof MeshStandardMaterial)) return material;
    const known = replaced.get(material) ?? lambertOf(material);
    replaced.set(material, known);
    return known;
  };
  model.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const mesh = node as Mesh;
    mesh.material = Array.isArray(mesh.material) ? mesh.material.map(plain) : plain(mesh.material);
  });
  for (const material of replaced.keys()) material.dispose();
}

function lambertOf(material: MeshStandardMaterial): MeshLambertMaterial {
  return new MeshLambertMaterial(Object.fromEntries(KEPT.map((name) => [name, material[name]])));
}

export function disposeAll(material: Material | Material[]): void {
  for (const one of [material].flat()) one.dispose();
}
