/** Thrown if no process can use the database until the operator acts. A restart does not help. */
export class UnusableDatabase extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}
