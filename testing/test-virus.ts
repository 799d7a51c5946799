/** The EICAR test file, in pieces, so that no virus scanner mistakes this file for it. */
export const TEST_VIRUS = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
