import { IsInt, Min } from 'class-validator';

/** Identifies one meter. All other data is in the meter's row. */
export class MeterJob {
  @IsInt() @Min(1) meterId: number;
}
