import { ApiProperty } from '@nestjs/swagger';

/** Done. */
export class SuccessDto {
  @ApiProperty() success: boolean;
}

/** What a DELETE answers. */
export const SUCCESS: Readonly<SuccessDto> = Object.freeze({ success: true });
