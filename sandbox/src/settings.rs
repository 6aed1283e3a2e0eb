//! Every setting of the sandbox: name, default, meaning.

use std::path::PathBuf;

use clap::Parser;

/// Settings, read from the environment or the command line.
#[derive(Debug, Clone, Parser)]
#[command(name = "manao-sandbox", about = "The outside world on your machine", version)]
pub struct Settings {
    /// HTTP port; 0 chooses a free one.
    #[arg(long, env = "SANDBOX_PORT", default_value_t = 8090)]
    pub port: u16,
    /// Address to listen on, for HTTP and SMTP.
    #[arg(long, env = "SANDBOX_BIND", default_value = "127.0.0.1")]
    pub bind: String,
    /// Folder of the state and of the signing key.
    #[arg(long, env = "SANDBOX_DATA", default_value = ".manao/sandbox")]
    pub data: PathBuf,
    /// Base of every URL handed out, and of the issuer. Unset: from the request's `Host`.
    #[arg(long, env = "SANDBOX_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Port for mail; 0 chooses a free one.
    #[arg(long, env = "SANDBOX_SMTP_PORT", default_value_t = 8025)]
    pub smtp_port: u16,

    #[arg(long, env = "OIDC_CLIENT_ID", default_value = "manao")]
    pub oidc_client_id: String,
    #[arg(long, env = "OIDC_CLIENT_SECRET", default_value = "sandbox-secret")]
    pub oidc_client_secret: String,
    /// Exact redirect URIs, comma separated. None: any http URI of a loopback host.
    #[arg(long, env = "SANDBOX_OIDC_REDIRECT_URIS", value_delimiter = ',')]
    pub oidc_redirect_uris: Vec<String>,

    /// Whether the login provider supports logout; without it, its discovery document names no endpoint for it.
    #[arg(long, env = "SANDBOX_OIDC_LOGOUT", default_value_t = true, action = clap::ArgAction::Set)]
    pub oidc_logout: bool,

    #[arg(long, env = "OPN_SECRET_KEY", default_value = "skey_test_manao")]
    pub opn_secret_key: String,
    #[arg(long, env = "OPN_PUBLIC_KEY", default_value = "pkey_test_manao")]
    pub opn_public_key: String,
    /// Base64, as the provider's dashboard shows it.
    #[arg(long, env = "OPN_WEBHOOK_SECRET", default_value = "c2FuZGJveC13ZWJob29rLXNlY3JldA==")]
    pub opn_webhook_secret: String,
    /// Webhook URL of charges that name no endpoint of their own.
    #[arg(long, env = "OPN_WEBHOOK_URL")]
    pub opn_webhook_url: Option<String>,

    /// Milliseconds after which a TrueMoney charge expires if the payer has not opened its page.
    #[arg(long, env = "SANDBOX_WALLET_TIMEOUT_MS", default_value_t = 180_000)]
    pub wallet_timeout_ms: u64,
    /// Milliseconds for which a card token can be used.
    #[arg(long, env = "SANDBOX_CARD_TOKEN_MS", default_value_t = 3_600_000)]
    pub card_token_ms: u64,
    /// Whether PromptPay and the bank apps take refunds too.
    #[arg(long, env = "SANDBOX_REFUND_ALL", default_value_t = false, action = clap::ArgAction::Set)]
    pub refund_all: bool,

    #[arg(long, env = "PARTNERS_KEY", default_value = "sandbox-partner-key")]
    pub partners_key: String,
    #[arg(long, env = "PARTNERS_CALLBACK_SECRET", default_value = "sandbox-partner-secret")]
    pub partners_callback_secret: String,
    /// Callback URL of orders without `callbackUrl`; `/{partner}` is appended.
    #[arg(long, env = "PARTNERS_CALLBACK_URL")]
    pub partners_callback_url: Option<String>,
    /// Milliseconds from acceptance to delivery.
    #[arg(long, env = "SANDBOX_PARTNER_DELAY_MS", default_value_t = 1500)]
    pub partner_delay_ms: u64,

    #[arg(long, env = "TELECOM_KEY", default_value = "sandbox-telecom-key")]
    pub telecom_key: String,
    #[arg(long, env = "TELECOM_CALLBACK_SECRET", default_value = "sandbox-telecom-secret")]
    pub telecom_callback_secret: String,
    #[arg(long, env = "TELECOM_CALLBACK_URL")]
    pub telecom_callback_url: Option<String>,

    /// First wait between deliveries of a webhook or callback, milliseconds; doubles each time.
    #[arg(long, env = "SANDBOX_RETRY_BASE_MS", default_value_t = 1000)]
    pub retry_base_ms: u64,
    /// Most deliveries of one webhook or callback.
    #[arg(long, env = "SANDBOX_RETRY_TRIES", default_value_t = 5)]
    pub retry_tries: u32,

    /// Set by [`Settings::for_tests`]: the data folder is removed when the sandbox ends.
    #[arg(skip)]
    pub temporary: bool,
}

impl Settings {
    /// Returns settings for a test's own sandbox: free ports, a temporary folder, short delays.
    pub fn for_tests() -> Self {
        // Defaults only: neither the environment nor the command line of the test process counts.
        let folder = std::env::temp_dir().join(format!("manao-sandbox-{}", uuid::Uuid::now_v7()));
        Self {
            port: 0,
            bind: "127.0.0.1".into(),
            data: folder,
            public_url: None,
            smtp_port: 0,
            oidc_client_id: "manao".into(),
            oidc_client_secret: "sandbox-secret".into(),
            oidc_redirect_uris: Vec::new(),
            oidc_logout: true,
            opn_secret_key: "skey_test_manao".into(),
            opn_public_key: "pkey_test_manao".into(),
            opn_webhook_secret: "c2FuZGJveC13ZWJob29rLXNlY3JldA==".into(),
            opn_webhook_url: None,
            wallet_timeout_ms: 180_000,
            card_token_ms: 3_600_000,
            refund_all: false,
            partners_key: "sandbox-partner-key".into(),
            partners_callback_secret: "sandbox-partner-secret".into(),
            partners_callback_url: None,
            partner_delay_ms: 50,
            telecom_key: "sandbox-telecom-key".into(),
            telecom_callback_secret: "sandbox-telecom-secret".into(),
            telecom_callback_url: None,
            retry_base_ms: 20,
            retry_tries: 5,
            temporary: true,
        }
    }
}
