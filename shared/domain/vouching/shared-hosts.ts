/**
 * Registered domains below which everyone can get a host of their own: of sites, files, forms, tunnels and programs. A
 * host below one of them says nothing about the others.
 */
export const SHARED_HOSTS: ReadonlySet<string> = new Set([
  ...['amazonaws.com', 'appspot.com', 'atlassian.net', 'azurewebsites.net', 'azureedge.net', 'b-cdn.net'],
  ...[
    'backblazeb2.com',
    'bitbucket.io',
    'blogspot.com',
    'carrd.co',
    'cloudapp.net',
    'cloudfront.net',
    'codesandbox.io',
  ],
  ...['csb.app', 'ddns.net', 'deno.dev', 'digitaloceanspaces.com', 'duckdns.org', 'dynv6.net', 'firebaseapp.com'],
  ...['firebaseio.com', 'fly.dev', 'freshdesk.com', 'github.io', 'gitlab.io', 'glitch.me', 'godaddysites.com'],
  ...['google.com', 'googleapis.com', 'googleusercontent.com', 'herokuapp.com', 'hf.space', 'hubspotpagebuilder.com'],
  ...['interact.sh', 'jotform.com', 'list-manage.com', 'loca.lt', 'localhost.run', 'lovable.app', 'medium.com'],
  ...['microsoft.com', 'my.canva.site', 'myshopify.com', 'netlify.app', 'ngrok-free.app', 'ngrok.app', 'ngrok.dev'],
  ...[
    'ngrok.io',
    'no-ip.org',
    'notion.site',
    'oast.fun',
    'oast.live',
    'oast.me',
    'oast.pro',
    'oast.site',
    'onmicrosoft.com',
  ],
  ...['onrender.com', 'pages.dev', 'pipedream.net', 'r2.dev', 'railway.app', 'render.com', 'replit.app', 'replit.dev'],
  ...[
    'requestcatcher.com',
    'sendgrid.net',
    'serveo.net',
    'sharepoint.com',
    'slack.com',
    'square.site',
    'streamlit.app',
  ],
  ...['substack.com', 'supabase.co', 'surge.sh', 'trycloudflare.com', 'tumblr.com', 'typeform.com', 'vercel.app'],
  ...[
    'web.app',
    'webflow.io',
    'weebly.com',
    'windows.net',
    'wixsite.com',
    'wordpress.com',
    'workers.dev',
    'zendesk.com',
  ],
]);

/**
 * Hosts to which the newsletters and signatures of everyone link: profiles of companies, stores of apps, fonts and
 * formats. A mention of one by a stranger makes it no stranger's. Nothing that can be uploaded, filled in or forwarded
 * is among them.
 */
export const WELL_KNOWN_HOSTS: ReadonlySet<string> = new Set([
  ...['apps.apple.com', 'facebook.com', 'fonts.googleapis.com', 'fonts.gstatic.com', 'instagram.com', 'linkedin.com'],
  ...['play.google.com', 'schema.org', 'schemas.microsoft.com', 'twitter.com', 'w3.org', 'x.com', 'youtube.com'],
]);
