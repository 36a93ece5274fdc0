import { Environment } from '@app/config';
import type { PointValue } from '@app/contracts';
import { GatewayAlarmIntake, GatewayConnectionService, PointValuesService } from '@app/domain';
import type { GatewayAlarmEvent, ListedGateway } from '@app/gateway-client';
import { repeatEvery } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type IngestionTurn, PointFollowers } from './ingestion-turn';

/** How often pushed values, alarms and changes of the gateways' states are stored. */
const GATHER_MS = 500;
/** How often the states of the gateways are reported to all processes. */
const REPORT_MS = 5000;

/**
 * Stores the values and alarms that the gateways push. They arrive sooner than polled ones. If a stream breaks, polling
 * continues.
 */
@Injectable()
export class StreamIngestion {
  constructor(
    private readonly values: PointValuesService,
    private readonly followers: PointFollowers,
    private readonly alarms: GatewayAlarmIntake,
    private readonly connection: GatewayConnectionService,
    private readonly environment: Environment,
  ) {}

  begin(): void {
    this.connection.forget();
  }

  async follow(gateway: ListedGateway, turn: IngestionTurn, signal: AbortSignal): Promise<void> {
    let values: PointValue[] = [];
    let alarms: GatewayAlarmEvent[] = [];
    const unwatch = this.connection.watch(gateway);
    const storing = repeatEvery(GATHER_MS, signal, async () => {
      const [pushedValues, pushedAlarms] = [values, alarms];
      [values, alarms] = [[], []];
      if (pushedValues.length > 0) {
        await turn.attempt('Pushed values', () =>
          this.values.accept(
            pushedValues.filter(({ code }) => gateway.owns(code)),
            turn.guard,
            this.followers.follower,
          ),
        );
      }
      // If these alarms cannot be stored now, the next poll finds them.
      if (pushedAlarms.length > 0) {
        await turn.attempt('Pushed alarms', () => this.alarms.accept(gateway, pushedAlarms, turn.guard));
      }
    });
    const handlers = {
      onValue: (value: PointValue) => void values.push(value),
      onAlarm: (alarm: GatewayAlarmEvent) => void alarms.push(alarm),
    };
    const polling = repeatEvery(this.environment.GATEWAY_POLL_SECONDS * 1000, signal, () =>
      turn.attempt(`Alarms of ${gateway.settings.name}`, () => this.alarms.poll(gateway, turn.guard)),
    );
    await Promise.all([storing, polling, gateway.client.stream(handlers, signal)]).finally(unwatch);
  }

  /** Records and reports the states of all gateways. */
  async report(turn: IngestionTurn): Promise<void> {
    await Promise.all([
      repeatEvery(GATHER_MS, turn.signal, () =>
        turn.attempt('The states of the gateways', () => this.connection.recordChanges(turn.guard)),
      ),
      repeatEvery(REPORT_MS, turn.signal, () =>
        turn.attempt('The report of the gateways', () => this.connection.report()),
      ),
    ]);
  }
}
