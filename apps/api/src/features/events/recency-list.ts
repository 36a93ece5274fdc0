/** A member of a `RecencyList`. Only the list writes these links. */
export interface RecencyNode<Self> {
  older: Self | null;
  newer: Self | null;
}

/** Nodes ordered by their last use. Every operation takes constant time. */
export class RecencyList<Node extends RecencyNode<Node>> {
  private first: Node | null = null;
  private last: Node | null = null;

  get oldest(): Node | null {
    return this.first;
  }

  get newest(): Node | null {
    return this.last;
  }

  /** Adds a node at the newest position. The node must not be in a list. */
  add(node: Node): void {
    node.older = this.last;
    node.newer = null;
    if (this.last) this.last.newer = node;
    else this.first = node;
    this.last = node;
  }

  /** Moves a node of this list to the newest position. */
  touch(node: Node): void {
    if (node === this.last) return;
    this.remove(node);
    this.add(node);
  }

  remove(node: Node): void {
    if (node.older) node.older.newer = node.newer;
    else this.first = node.newer;
    if (node.newer) node.newer.older = node.older;
    else this.last = node.older;
    node.older = null;
    node.newer = null;
  }

  clear(): void {
    this.first = null;
    this.last = null;
  }
}
