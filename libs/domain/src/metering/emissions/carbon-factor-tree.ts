import type { CarbonFactorRecord } from '@app/entities';

/** A category with its factors, or a single factor. */
export interface CarbonFactorNode {
  /** Unique within the set. */
  id: string;
  name: string;
  /** Null for a category. */
  value: number | null;
  unit: string | null;
  source: string | null;
  year: number | null;
  region: string | null;
  scope: string | null;
  validFrom: string | null;
  validTo: string | null;
  children: CarbonFactorNode[];
}

/** Groups factors by category. Categories and their factors keep the order of the set. */
export function carbonFactorTree(factors: readonly CarbonFactorRecord[]): CarbonFactorNode[] {
  const categories = new Map<string, CarbonFactorNode>();
  for (const { category, ...factor } of factors) {
    const node = categories.get(category) ?? categoryNode(category);
    categories.set(category, node);
    node.children.push({ ...factor, id: `${category}/${node.children.length + 1}`, children: [] });
  }
  return [...categories.values()];
}

function categoryNode(category: string): CarbonFactorNode {
  return {
    id: category,
    name: category,
    value: null,
    unit: null,
    source: null,
    year: null,
    region: null,
    scope: null,
    validFrom: null,
    validTo: null,
    children: [],
  };
}
