import { IsInt, Min } from 'class-validator';

/** Identifies one meter. Its record has everything else. */
export class MeterJob {
  @IsInt() @Min(1) meterId: number;
}
