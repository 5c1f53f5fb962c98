import type { PaneParts } from '../../resources/panes.ts';
import type { OwnWork } from '../../resources/resource.ts';

export const rotateKey: OwnWork = { needs: 'service' };

export const rotationPanes: PaneParts<object> = {
  additions: {
    apiKeys: {
      actions: {
        before: 'revoke-api-key',
        add: [
          {
            id: 'rotate-api-key',
            key: 'r',
            label: 'Rotate the API key in use: asks first',
            searchWords: ['rotate', 'renew', 'replace', 'expire', 'expiry'],
            hint: 'rotate',
            disabledReason: (key, context) =>
              context.signedInWith(key) ? null : 'Only the key that is in use here can be rotated here.',
            effect: { kind: 'work', work: rotateKey },
          },
        ],
      },
    },
  },
};
