import { IsInt, Min } from 'class-validator';

/** A job about one meter; everything else stands in the meter's record. */
export class MeterJob {
  @IsInt() @Min(1) meterId: number;
}
