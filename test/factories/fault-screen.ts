import { createPlantroom } from '../../clients/typescript/src';

/** Shows faults as a screen does: it reads all faults after each connection, and then applies the events. */
export class FaultScreen {
  /** The titles that a user sees, by the id of the fault. */
  private shown = new Map<number, string>();
  /** Titles of all events in the order of arrival. */
  readonly received: string[] = [];
  /** How often the connection was lost or could not be opened. */
  failures = 0;
  /** How often the list of faults was read. */
  reads = 0;
  private readonly controller = new AbortController();
  private readonly ended: Promise<void>;

  /** @param token an access token or an API key */
  constructor(address: string, token: string) {
    const plantroom = createPlantroom({ baseUrl: address, apiKey: token });
    this.ended = this.follow(plantroom);
  }

  get titles(): string[] {
    return [...this.shown.values()].toSorted();
  }

  async close(): Promise<void> {
    this.controller.abort();
    await this.ended;
  }

  private async follow(plantroom: ReturnType<typeof createPlantroom>): Promise<void> {
    const events = plantroom.events({
      types: ['fault'],
      signal: this.controller.signal,
      onState: async ({ status }) => {
        if (status === 'lost') {
          this.failures++;
          return;
        }
        const shown = new Map<number, string>();
        for await (const { id, title } of plantroom.items('/api/faults')) shown.set(id, title);
        this.shown = shown;
        this.reads++;
      },
    });
    for await (const { faultId, title } of events) {
      this.received.push(title);
      this.shown.set(faultId, title);
    }
  }
}
