import { type Message } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BooleanColumn, InstantColumn, JsonTextColumn } from '../columns';

/** Any JSON value. Gateways use numbers, booleans and text. */
export type PointJson = string | number | boolean | object | null;

/** `release` ends a `force_set`. */
export const POINT_WRITE_KINDS = ['set', 'force_set', 'release'] as const;
export type PointWriteKind = (typeof POINT_WRITE_KINDS)[number];

/**
 * `pending`: the write is running, or its process has died. `written`: the gateway reported success. `refused`: the
 * gateway refused the write. `not_written`: the write was not sent. `unknown`: the write was sent, but the gateway
 * failed or did not answer, or the process died.
 */
export const POINT_WRITE_STATUSES = ['pending', 'written', 'refused', 'not_written', 'unknown'] as const;
export type PointWriteStatus = (typeof POINT_WRITE_STATUSES)[number];

/** Why a write did not succeed. */
export interface PointWriteFault {
  kind: string;
  code: string;
  message: string;
  /** The message with its own code and its values. Faults that version 1.0 has stored have none. */
  reason?: Message;
}

/** The record of one write to a point. It is inserted before the gateway is called. */
@Entity('point_write')
@Index('point_write_list', ['at', 'id'])
@Index('point_write_list_code', ['code', 'at', 'id'])
@Index('point_write_list_execution', ['executionId', 'at', 'id'])
@Index('point_write_status', ['status', 'at'])
export class PointWriteEntity {
  /** UUIDv7, which sorts by creation time. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @InstantColumn() at: Date;
  /** Null while the write is pending. */
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
  @Column({ type: 'varchar', length: 16 }) kind: PointWriteKind;
  @Column({ type: 'varchar', length: 255 }) code: string;
  /** The value to write. For a release, the value that the point should have afterwards. */
  @JsonTextColumn() value: PointJson;
  /** The value before the write; null if it could not be read. */
  @JsonTextColumn() previousValue: PointJson;
  @Column({ type: 'varchar', length: 1000, nullable: true }) reason: string | null;
  @Column({ type: 'varchar', length: 16 }) status: PointWriteStatus;
  /** True if the point had the written value when it was read after the write. */
  @BooleanColumn() confirmed: boolean;
  /** The value that was read back; null if it was not read. */
  @JsonTextColumn() readValue: PointJson;
  @JsonTextColumn() fault: PointWriteFault | null;
  /** Null if the service itself or a workflow wrote. */
  @Column({ type: 'int', nullable: true }) userId: number | null;
  /** The username at the time of the write, or the name of the part of the service that wrote. */
  @Column({ type: 'varchar', length: 254 }) username: string;
  /** The workflow execution that wrote; null for other writes. */
  @Column({ type: 'varchar', length: 36, nullable: true }) executionId: string | null;
  /** The workflow of the execution that wrote. Null for other writes. */
  @Column({ type: 'varchar', length: 36, nullable: true }) workflowId: string | null;
}
