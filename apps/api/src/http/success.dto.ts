import { ApiProperty } from '@nestjs/swagger';

/** The request was carried out. */
export class SuccessDto {
  /** Always true. */
  @ApiProperty() success: boolean;
}

/** What a DELETE answers. */
export const SUCCESS: Readonly<SuccessDto> = Object.freeze({ success: true });
