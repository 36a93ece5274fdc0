import { AsNumber } from '@app/kernel';
import { IsInt, Max, Min } from 'class-validator';

export class PointPageDto {
  @AsNumber() @IsInt() @Min(1) page = 1;
  @AsNumber() @IsInt() @Min(1) @Max(1000) limit = 100;
}
