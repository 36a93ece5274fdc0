import type { LightGroup } from '@app/contracts';
import type { LightingStateEntity, LightingStateStatus } from '@app/entities';
import { Clock, type Message, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SceneLabelsService } from '../scene/scene-labels.service';
import { controlledLabel } from './controlled-label';
import { findStates } from './lighting.queries';
import { codesOf, type LabelState, labelStateOf } from './reported-state';
import { ReportedValuesService } from './reported-values.service';

/** The state that the last command requested for a light. */
export interface DesiredState {
  on: boolean;
  level: number | null;
  status: LightingStateStatus;
  error: Message | null;
  username: string;
  at: Date;
}

/** The state that the lights of a label report, and the states that were requested. */
export interface LightingStatus extends Omit<LabelState, 'devices' | 'updatedAt'> {
  labelId: string;
  updatedAt: string;
  devices: (LightGroup & { desired: DesiredState | null })[];
}

/**
 * Within this time after the end of a command, values that were measured before the end are read again from the
 * gateway.
 */
const SETTLING_MS = 60_000;
const INTERRUPTED = { status: 'failed', error: say('command_interrupted') } as const;

/** Reads the state of the lights of labels. */
@Injectable()
export class LightingStatusService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly labels: SceneLabelsService,
    private readonly values: ReportedValuesService,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError not_found; `no_devices`; the gateway's error if the gateway fails and a point has no stored
   *   value
   */
  async status(labelId: string): Promise<LightingStatus> {
    const label = controlledLabel(await this.labels.current(), labelId);
    const states = await findStates(this.dataSource.manager, labelId);
    const values = await this.values.latest(codesOf(label), this.lastCommandEnd(states));
    const { devices, updatedAt, ...state } = labelStateOf(label, values);
    const requested = new Map(states.map((stored) => [stored.deviceId, this.desiredOf(stored)]));
    return {
      labelId,
      ...state,
      updatedAt: updatedAt ?? this.clock.now().toISOString(),
      devices: devices.map((device) => ({ ...device, desired: requested.get(device.deviceId) ?? null })),
    };
  }

  /** The time at which the last command ended; the current time if it is still running. Null if it ended long ago. */
  private lastCommandEnd(states: readonly LightingStateEntity[]): Date | null {
    const nowMs = this.clock.nowMs();
    const ends = states
      .map(({ finishedAt, claimedUntil }) => (finishedAt ?? claimedUntil)?.getTime() ?? 0)
      .map((endMs) => Math.min(endMs, nowMs));
    const lastMs = Math.max(0, ...ends);
    return nowMs - lastMs > SETTLING_MS ? null : new Date(lastMs);
  }

  /** If the claim of a command has expired before the command ended, the command was interrupted. */
  private desiredOf(state: LightingStateEntity): DesiredState {
    const { desiredOn: on, desiredLevel: level, username, at, claimedUntil } = state;
    const isInterrupted = state.status === 'pending' && (claimedUntil?.getTime() ?? 0) < this.clock.nowMs();
    const { status, error } = isInterrupted ? INTERRUPTED : state;
    return { on, level, status, error, username, at };
  }
}
