import { Environment } from '@app/config';
import type { PointValue } from '@app/contracts';
import { GatewayAlarmIntake, GatewayConnectionService, PointValuesService } from '@app/domain';
import type { GatewayAlarmEvent } from '@app/gateway-client';
import { repeatEvery } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type IngestionTurn, PointFollowers } from './ingestion-turn';

/** How often pushed values, alarms and changes of the gateway's state are stored. */
const GATHER_MS = 500;
/** How often the state of the gateway is reported to all processes. */
const REPORT_MS = 5000;

/**
 * Stores the values and alarms that the gateway pushes. They arrive sooner than polled ones. If the stream breaks,
 * polling continues.
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

  async follow(turn: IngestionTurn): Promise<void> {
    const { signal } = turn;
    let values: PointValue[] = [];
    let alarms: GatewayAlarmEvent[] = [];
    const unwatch = this.connection.watch();
    const storing = repeatEvery(GATHER_MS, signal, async () => {
      await turn.attempt('The state of the gateway', () => this.connection.recordChanges(turn.guard));
      const [pushedValues, pushedAlarms] = [values, alarms];
      [values, alarms] = [[], []];
      if (pushedValues.length > 0) {
        await turn.attempt('Pushed values', () =>
          this.values.accept(pushedValues, turn.guard, this.followers.follower),
        );
      }
      // If these alarms cannot be stored now, the next poll finds them.
      if (pushedAlarms.length > 0) {
        await turn.attempt('Pushed alarms', () => this.alarms.accept(pushedAlarms, turn.guard));
      }
    });
    const handlers = {
      onValue: (value: PointValue) => void values.push(value),
      onAlarm: (alarm: GatewayAlarmEvent) => void alarms.push(alarm),
    };
    const polling = repeatEvery(this.environment.GATEWAY_POLL_SECONDS * 1000, signal, () =>
      turn.attempt('Alarms', () => this.alarms.poll(turn.guard)),
    );
    const reporting = repeatEvery(REPORT_MS, signal, async () => this.connection.report());
    await Promise.all([storing, polling, reporting, this.connection.stream(handlers, signal)]).finally(
      unwatch,
    );
  }
}
