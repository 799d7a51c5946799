/**
 * A cell is one stage of several that serve organizations together. Every text that a client sends to reach an
 * organization names the cell that holds it: ids, API keys, login tokens, stream tickets and tunnel addresses. So a
 * router in front of the cells can pass each request on without a lookup.
 *
 * There is one cell today. The character belongs to the alphabets of all these texts, in upper or lower case: a digit
 * from 2 to 9, or a letter without I, L, O and U. It must not change while a stage has data, because the ids of
 * deliveries follow from it.
 *
 * See: docs/scale.md#cells; docs/decisions/0040-cells-and-delivery-partitions.md.
 */
export const CELL = 'A';

/** The characters that can name a cell, in upper case. */
export const CELL_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
