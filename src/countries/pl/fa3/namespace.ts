/** FA(3), edition 1-0E, of 2025-06-25. */
export const FA3_NAMESPACE = 'http://crd.gov.pl/wzor/2025/06/25/13775/'
