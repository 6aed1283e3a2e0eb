//! Every setting of Manao: its name, default and meaning.
//!
//! A setting is an environment variable (or the flag of the same name). Defaults point to the local sandbox; `{PORT}`,
//! `{PUBLIC_URL}` and `{SANDBOX_URL}` inside a value stand for those settings.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use manao_domain::money::VatRate;
use manao_domain::upload::UploadLimits;
use manao_hub::HubSettings;
use manao_hub::serve::ServeSettings;

mod real;
mod secrets;

/// The largest file that a setting may allow, in megabytes.
pub const MOST_MB: u32 = 10;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Settings")]
pub struct Settings {
    /// Port of the shop (API, live events and web)
    #[arg(long, env = "PORT", default_value_t = 8080)]
    pub port: u16,
    /// Address to listen on
    #[arg(long, env = "HOST", default_value = "0.0.0.0")]
    pub host: String,
    /// Folder of all data: the embedded database, generated secrets, files
    #[arg(long, env = "MANAO_DATA", default_value = "./.manao")]
    pub manao_data: PathBuf,
    /// PostgreSQL 18 of your own; without it one is started from the bundled binaries
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Most connections to the database that this process opens
    #[arg(long, env = "DATABASE_CONNECTIONS", default_value_t = 20)]
    pub database_connections: u32,
    /// PostgreSQL that the console reads, a replica perhaps; the shop's own when absent
    #[arg(long, env = "CONSOLE_DATABASE_URL", hide_env_values = true)]
    pub console_database_url: Option<String>,
    /// Folder of the bundled PostgreSQL (the one that holds `bin`, `lib` and `share`)
    #[arg(long, env = "POSTGRES_HOME")]
    pub postgres_home: Option<PathBuf>,
    /// Redis for live events across machines; without it they stay in this process
    #[arg(long, env = "REDIS_URL", hide_env_values = true)]
    pub redis_url: Option<String>,
    /// Prefix of the hub's keys in Redis
    #[arg(long, env = "HUB_REDIS_PREFIX", default_value = "hub")]
    pub redis_prefix: String,
    /// Address under which browsers reach the shop
    #[arg(long, env = "PUBLIC_URL", default_value = "http://localhost:{PORT}")]
    pub public_url: String,

    /// Secret that signs access tokens and grants; generated once into MANAO_DATA when absent, needed with DATABASE_URL
    #[arg(long, env = "JWT_SECRET", hide_env_values = true)]
    pub jwt_secret: Option<String>,
    /// Issuer written into access tokens
    #[arg(long, env = "JWT_ISSUER", default_value = "manao")]
    pub jwt_issuer: String,
    /// 32 bytes in base64 that encrypt voucher codes at rest; generated once into MANAO_DATA when absent, needed with DATABASE_URL
    #[arg(long, env = "VOUCHER_KEY", hide_env_values = true)]
    pub voucher_key: Option<String>,
    /// Earlier VOUCHER_KEYs, newest first, separated by commas: they open what they sealed until `manao codes reseal` is done
    #[arg(long, env = "VOUCHER_OLD_KEYS", hide_env_values = true)]
    pub voucher_old_keys: Option<String>,
    /// The first VOUCHER_KEY of this shop, once that is retired: it recognises codes that were seen before
    #[arg(long, env = "VOUCHER_FINGERPRINT_KEY", hide_env_values = true)]
    pub voucher_fingerprint_key: Option<String>,
    /// 32 bytes in base64 that sign Web Push messages; generated once into the database when absent
    #[arg(long, env = "VAPID_PRIVATE_KEY", hide_env_values = true)]
    pub vapid_private_key: Option<String>,
    /// Contact for push services: a `mailto:` or the shop's address
    #[arg(long, env = "VAPID_SUBJECT", default_value = "{PUBLIC_URL}")]
    pub vapid_subject: String,
    /// Push services that browsers may name, separated by commas; `*.` stands for any host below. Plain http only where the shop is plain too
    #[arg(
        long,
        env = "PUSH_SERVICES",
        value_delimiter = ',',
        default_value = "https://fcm.googleapis.com,https://*.push.services.mozilla.com,https://*.push.apple.com,https://*.notify.windows.com,{SANDBOX_URL}/push"
    )]
    pub push_services: Vec<String>,

    /// Store of uploaded files: `file:` and a folder, or `s3://bucket` (perhaps with `/prefix`)
    #[arg(long, env = "FILES_URL", default_value = "file:{MANAO_DATA}/files")]
    pub files_url: String,
    /// Address of an S3-compatible store; Amazon's own when absent
    #[arg(long, env = "FILES_S3_ENDPOINT")]
    pub files_s3_endpoint: Option<String>,
    #[arg(long, env = "FILES_S3_REGION", default_value = "us-east-1")]
    pub files_s3_region: String,
    #[arg(long, env = "FILES_S3_KEY")]
    pub files_s3_key: Option<String>,
    #[arg(long, env = "FILES_S3_SECRET", hide_env_values = true)]
    pub files_s3_secret: Option<String>,
    /// Files that one person may upload per minute
    #[arg(long, env = "UPLOADS_PER_MINUTE", default_value_t = 20)]
    pub uploads_per_minute: u32,
    /// People whose uploads may be on their way at once, each with one file in memory
    #[arg(long, env = "UPLOAD_PLACES", default_value_t = 32)]
    pub upload_places: usize,
    /// Kilobytes a second that an upload has to bring
    #[arg(long, env = "UPLOAD_LEAST_KB_PER_SECOND", default_value_t = 10)]
    pub upload_least_kb_per_second: u32,
    /// Milliseconds that an upload may be behind that, or silent
    #[arg(long, env = "UPLOAD_PATIENCE_MS", default_value_t = 5000)]
    pub upload_patience_ms: u64,
    /// Megabytes of a profile picture
    #[arg(long, env = "UPLOAD_PROFILE_MB", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_MB)))]
    pub upload_profile_mb: u32,
    /// Megabytes of any other picture or document
    #[arg(long, env = "UPLOAD_PICTURE_MB", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_MB)))]
    pub upload_picture_mb: u32,
    /// Most pixels of a picture that is uploaded, in millions; working on one takes at most 7 bytes each
    #[arg(long, env = "UPLOAD_MEGAPIXELS", default_value_t = 50)]
    pub upload_megapixels: u32,
    /// Hosts, separated by commas, from which members' pictures may come by https, beside this site and the login provider
    #[arg(long, env = "PICTURE_HOSTS", value_delimiter = ',')]
    pub picture_hosts: Vec<String>,

    /// Port of the local sandbox
    #[arg(long, env = "SANDBOX_PORT", default_value_t = 8090)]
    pub sandbox_port: u16,
    /// Address of the local sandbox; only used to build the defaults below
    #[arg(long, env = "SANDBOX_URL", default_value = "http://localhost:{SANDBOX_PORT}")]
    pub sandbox_url: String,
    /// Login provider (OpenID Connect issuer)
    #[arg(long, env = "OIDC_ISSUER", default_value = "{SANDBOX_URL}/oidc")]
    pub oidc_issuer: String,
    #[arg(long, env = "OIDC_CLIENT_ID", default_value = "manao")]
    pub oidc_client_id: String,
    #[arg(long, env = "OIDC_CLIENT_SECRET", default_value = "sandbox-secret", hide_env_values = true)]
    pub oidc_client_secret: String,

    /// Payment provider (Opn Payments or one that speaks its API)
    #[arg(long, env = "OPN_API_URL", default_value = "{SANDBOX_URL}/opn")]
    pub opn_api_url: String,
    #[arg(long, env = "OPN_SECRET_KEY", default_value = "skey_test_manao", hide_env_values = true)]
    pub opn_secret_key: String,
    /// Secret of the provider's webhooks, base64
    #[arg(long, env = "OPN_PUBLIC_KEY", default_value = "pkey_test_manao")]
    pub opn_public_key: String,
    /// Script of the payment provider's card form, which alone sees card numbers
    #[arg(long, env = "OPN_CARD_SCRIPT_URL", default_value = "{SANDBOX_URL}/opn/omise.js")]
    pub opn_card_script_url: String,
    #[arg(long, env = "OPN_WEBHOOK_SECRET", default_value = "c2FuZGJveC13ZWJob29rLXNlY3JldA==", hide_env_values = true)]
    pub opn_webhook_secret: String,
    /// Where the provider posts its webhooks
    #[arg(long, env = "OPN_WEBHOOK_URL", default_value = "{PUBLIC_URL}/api/webhooks/opn")]
    pub opn_webhook_url: String,

    /// Top-up partners' gateway
    #[arg(long, env = "PARTNERS_URL", default_value = "{SANDBOX_URL}/partners")]
    pub partners_url: String,
    #[arg(long, env = "PARTNERS_KEY", default_value = "sandbox-partner-key", hide_env_values = true)]
    pub partners_key: String,
    /// Secret that signs the partners' callbacks
    #[arg(long, env = "PARTNERS_CALLBACK_SECRET", default_value = "sandbox-partner-secret", hide_env_values = true)]
    pub partners_callback_secret: String,
    /// Where partners post their callbacks (`/{partner}` is added)
    #[arg(long, env = "PARTNERS_CALLBACK_URL", default_value = "{PUBLIC_URL}/api/webhooks/partners")]
    pub partners_callback_url: String,

    /// Telecom gateway (OTP, network type, carrier billing)
    #[arg(long, env = "TELECOM_URL", default_value = "{SANDBOX_URL}/telecom")]
    pub telecom_url: String,
    #[arg(long, env = "TELECOM_KEY", default_value = "sandbox-telecom-key", hide_env_values = true)]
    pub telecom_key: String,
    /// Secret that signs the telecom's callbacks
    #[arg(long, env = "TELECOM_CALLBACK_SECRET", default_value = "sandbox-telecom-secret", hide_env_values = true)]
    pub telecom_callback_secret: String,
    /// Where the telecom posts its callbacks
    #[arg(long, env = "TELECOM_CALLBACK_URL", default_value = "{PUBLIC_URL}/api/webhooks/telecom")]
    pub telecom_callback_url: String,
    /// Where the telecom posts its callbacks about packages
    #[arg(long, env = "TELECOM_PACKAGES_CALLBACK_URL", default_value = "{PUBLIC_URL}/api/webhooks/packages")]
    pub telecom_packages_callback_url: String,
    /// Outgoing mail
    #[arg(long, env = "SMTP_URL", default_value = "smtp://127.0.0.1:8025", hide_env_values = true)]
    pub smtp_url: String,
    /// Sender of all mail: an address, or a name and an address
    #[arg(long, env = "MAIL_FROM", default_value = "มะนาว Manao <no-reply@manao.example>")]
    pub mail_from: String,
    /// Where answers to our mail go; to the sender when absent
    #[arg(long, env = "MAIL_REPLY_TO")]
    pub mail_reply_to: Option<String>,
    /// Longest wait for the mail server to take a mail, in milliseconds
    #[arg(long, env = "MAIL_TIMEOUT_MS", default_value_t = 30_000)]
    pub mail_timeout_ms: u64,
    /// Hours for which sending a mail is retried; a one-time code for as long as it can be entered
    #[arg(long, env = "MAIL_TRIED_HOURS", default_value_t = 48)]
    pub mail_tried_hours: u32,
    /// Longest wait for an answer of any counterparty, in milliseconds
    #[arg(long, env = "PROVIDER_TIMEOUT_MS", default_value_t = 8000)]
    pub provider_timeout_ms: u64,
    /// Longest wait of an order's answer for its payment code, in milliseconds; a slower code arrives over the live topic
    #[arg(long, env = "CODE_WAIT_MS", default_value_t = 3000)]
    pub code_wait_ms: u64,

    /// Seconds that a QR code lives
    #[arg(long, env = "QR_LIFE_SECONDS", default_value_t = 600)]
    pub qr_life_seconds: u32,
    /// Seconds within which a payment in a bank's or wallet's app is to be made
    #[arg(long, env = "REDIRECT_LIFE_SECONDS", default_value_t = 900)]
    pub redirect_life_seconds: u32,
    /// Tries in a row without an answer after which a payment channel closes by itself
    #[arg(long, env = "CHANNEL_TRIPS_AFTER", default_value_t = 5, value_parser = clap::value_parser!(i32).range(1..))]
    pub channel_trips_after: i32,
    /// Seconds between two probes of a channel that closed by itself
    #[arg(long, env = "CHANNEL_PROBE_SECONDS", default_value_t = 15)]
    pub channel_probe_seconds: u32,
    /// Seconds within which a payment by mobile number is to be confirmed
    #[arg(long, env = "MOBILE_PAYMENT_LIFE_SECONDS", default_value_t = 180)]
    pub mobile_payment_life_seconds: u32,
    /// Payments by mobile number, each with a text, per hour for one number
    #[arg(long, env = "MOBILE_PAYMENTS_PER_NUMBER_HOUR", default_value_t = 10)]
    pub mobile_payments_per_number_hour: u32,
    /// Texts per hour to numbers that are not the member's own, for paying or with a code; for one member, and for all members at one address
    #[arg(long, env = "TEXTS_TO_OTHERS_PER_HOUR", default_value_t = 5)]
    pub texts_to_others_per_hour: u32,
    /// Unpaid orders that one person may have at once
    #[arg(long, env = "OPEN_ORDERS_PER_PERSON", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub open_orders_per_person: u32,
    /// Pieces of a flash sale for one person, where the sale itself does not say
    #[arg(long, env = "FLASH_PER_PERSON", default_value_t = 1, value_parser = clap::value_parser!(i32).range(1..))]
    pub flash_per_person: i32,
    /// Seconds that a person admitted from a flash sale's waiting room has to order and pay
    #[arg(long, env = "FLASH_TURN_SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u32).range(30..=3600))]
    pub flash_turn_seconds: u32,
    /// Days that a voucher code must still be good for when it is sold
    #[arg(long, env = "VOUCHER_MIN_DAYS", default_value_t = 30)]
    pub voucher_min_days: u32,
    /// Seconds after which an unpaid order expires
    #[arg(long, env = "ORDER_LIFE_SECONDS", default_value_t = 1800)]
    pub order_life_seconds: u32,
    /// Seconds between two checks of payments whose webhook may have been lost
    #[arg(long, env = "RECONCILE_SECONDS", default_value_t = 20)]
    pub reconcile_seconds: u32,

    /// Most lines of a cart
    #[arg(long, env = "CART_MAX_ITEMS", default_value_t = 20)]
    pub cart_max_items: u32,
    /// Most pieces of one product in a cart
    #[arg(long, env = "CART_MAX_OF_ONE", default_value_t = 10)]
    pub cart_max_of_one: u32,
    /// Highest total of a cart, in satang
    #[arg(long, env = "CART_MAX_TOTAL_SATANG", default_value_t = 5_000_000)]
    pub cart_max_total_satang: i64,

    /// VAT on prices that exclude it, in basis points (hundredths of a percent)
    #[arg(long, env = "VAT_BASIS_POINTS", default_value_t = 700, value_parser = clap::value_parser!(u32).range(..=10_000))]
    pub vat_basis_points: u32,
    /// The company that issues receipts, as it is registered, in Thai
    #[arg(long, env = "COMPANY_NAME_TH", default_value = "บริษัท มะนาว เดโม จำกัด", value_parser = printed)]
    pub company_name_th: String,
    /// The same in English
    #[arg(long, env = "COMPANY_NAME_EN", default_value = "Manao Demo Co., Ltd.", value_parser = printed)]
    pub company_name_en: String,
    /// Its registered address, in Thai
    #[arg(
        long,
        env = "COMPANY_ADDRESS_TH",
        default_value = "99/9 ถนนตัวอย่าง แขวงตัวอย่าง เขตพญาไท กรุงเทพมหานคร 10400",
        value_parser = printed
    )]
    pub company_address_th: String,
    /// The same in English
    #[arg(
        long,
        env = "COMPANY_ADDRESS_EN",
        default_value = "99/9 Example Road, Example Subdistrict, Phaya Thai, Bangkok 10400",
        value_parser = printed
    )]
    pub company_address_en: String,
    /// Its taxpayer identification number: 13 digits, the last a check digit
    #[arg(long, env = "COMPANY_TAX_ID", default_value = "0105512345671", value_parser = tax_id)]
    pub company_tax_id: String,
    /// Number of its branch: five digits, 00000 for the head office
    #[arg(long, env = "COMPANY_BRANCH", default_value = "00000", value_parser = branch)]
    pub company_branch: String,
    /// Its telephone number, as it is printed
    #[arg(long, env = "COMPANY_PHONE", default_value = "02-000-0000", value_parser = printed)]
    pub company_phone: String,
    /// Days after payment within which a tax invoice can be asked for or corrected
    #[arg(long, env = "TAX_INVOICE_DAYS", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=365))]
    pub tax_invoice_days: u32,
    /// Payment codes that one order may be given
    #[arg(long, env = "CODES_PER_ORDER", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub codes_per_order: u32,

    /// Days that a settled webhook or callback is kept
    #[arg(long, env = "WEBHOOK_DAYS", default_value_t = 90)]
    pub webhook_days: u32,

    /// Days that an inbox message is kept
    #[arg(long, env = "INBOX_DAYS", default_value_t = 30)]
    pub inbox_days: u32,

    /// Threads to our team that one member may open per day
    #[arg(long, env = "SUPPORT_THREADS_PER_DAY", default_value_t = 10)]
    pub support_threads_per_day: u32,
    /// Messages to our team that one member may write per hour
    #[arg(long, env = "SUPPORT_MESSAGES_PER_HOUR", default_value_t = 60)]
    pub support_messages_per_hour: u32,
    /// Threads to our team that one member may have open at once
    #[arg(long, env = "SUPPORT_OPEN_THREADS", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub support_open_threads: u32,
    /// Days without a reply after which an answered thread is closed
    #[arg(long, env = "SUPPORT_ANSWERED_DAYS", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..))]
    pub support_answered_days: u32,
    /// Days that a closed thread is kept, with its messages and pictures
    #[arg(long, env = "SUPPORT_DAYS", default_value_t = 365, value_parser = clap::value_parser!(u32).range(1..))]
    pub support_days: u32,

    /// Days that the right to run tournaments lasts
    #[arg(long, env = "PROMOTER_DAYS", default_value_t = 365, value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub promoter_days: u32,
    /// Days before its end at which the inbox says so, and from which on it can be renewed
    #[arg(long, env = "PROMOTER_NOTICE_DAYS", default_value_t = 30)]
    pub promoter_notice_days: u32,

    /// Coupon codes that one person may try per minute
    #[arg(long, env = "COUPON_TRIES_PER_MINUTE", default_value_t = 20)]
    pub coupon_tries_per_minute: u32,

    /// Login calls that one address may make per minute (refreshing: twenty times as many)
    #[arg(long, env = "SIGN_INS_PER_MINUTE", default_value_t = 600)]
    pub sign_ins_per_minute: u32,
    /// Player IDs that one person (or a visitor's address) may have checked per minute
    #[arg(long, env = "PLAYER_CHECKS_PER_MINUTE", default_value_t = 30)]
    pub player_checks_per_minute: u32,
    /// Profiles of others that one person may view per minute
    #[arg(long, env = "PROFILE_VIEWS_PER_MINUTE", default_value_t = 60)]
    pub profile_views_per_minute: u32,
    /// Searches for people or teams by name that one person may make per minute
    #[arg(long, env = "NAME_SEARCHES_PER_MINUTE", default_value_t = 60)]
    pub name_searches_per_minute: u32,
    /// Calls per minute by which one person may ask to join a team or invite people
    #[arg(long, env = "MEMBERSHIP_OFFERS_PER_MINUTE", default_value_t = 20)]
    pub membership_offers_per_minute: u32,
    /// People in a team, its captain included
    #[arg(long, env = "TEAM_MEMBERS_MOST", default_value_t = 20)]
    pub team_members_most: u32,
    /// Days after which an unanswered invitation or request to join a team ends
    #[arg(long, env = "MEMBERSHIP_OFFER_DAYS", default_value_t = 7)]
    pub membership_offer_days: u32,
    /// Hours after which a member who asked to leave a team that plays has left
    #[arg(long, env = "TEAM_LEAVE_HOURS", default_value_t = 72)]
    pub team_leave_hours: u32,
    /// Documents that one person may view per minute
    #[arg(long, env = "DOCUMENT_VIEWS_PER_MINUTE", default_value_t = 60)]
    pub document_views_per_minute: u32,
    /// Seconds that an access token lives, at most a day: hubs remember withdrawn rights that long
    #[arg(long, env = "ACCESS_TOKEN_SECONDS", default_value_t = 900, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub access_token_seconds: u32,
    /// Seconds that a refresh token lives, and with it an unused session
    #[arg(long, env = "REFRESH_TOKEN_SECONDS", default_value_t = 172_800)]
    pub refresh_token_seconds: u32,
    /// Past passwords, the current one among them, that a new one must not repeat
    #[arg(long, env = "RECENT_PASSWORDS", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..))]
    pub recent_passwords: u8,
    /// Passwords that one address, or one known browser, may try on one number or e-mail per minute
    #[arg(long, env = "PASSWORD_TRIES_PER_LOGIN_MINUTE", default_value_t = 10)]
    pub password_tries_per_login_minute: u32,
    /// Passwords that one address may try per minute
    #[arg(long, env = "PASSWORD_TRIES_PER_ADDRESS_MINUTE", default_value_t = 30)]
    pub password_tries_per_address_minute: u32,
    /// Wrong passwords after which logging in with that number or e-mail and a password also needs a one-time code; strangers count
    /// together, each known browser by itself
    #[arg(long, env = "PASSWORD_FAILURES", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..))]
    pub password_failures: u8,
    /// Hours without a try after which wrong passwords are forgotten
    #[arg(long, env = "PASSWORD_FAILURE_HOURS", default_value_t = 24, value_parser = clap::value_parser!(u8).range(1..))]
    pub password_failure_hours: u8,
    /// Minutes that a one-time code can be entered
    #[arg(long, env = "OTP_LIFE_MINUTES", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..))]
    pub otp_life_minutes: u8,
    /// Codes that may be entered for one that was sent
    #[arg(long, env = "OTP_TRIES", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..))]
    pub otp_tries: u8,
    /// One-time codes per hour and purpose that one requester (a member, a known browser, else an address) may have sent to one number or e-mail
    /// address
    #[arg(long, env = "OTP_PER_NUMBER_HOUR", default_value_t = 5)]
    pub otp_per_number_hour: u32,
    /// One-time codes per day and purpose that one requester may have sent to one number or e-mail address
    #[arg(long, env = "OTP_PER_NUMBER_DAY", default_value_t = 10)]
    pub otp_per_number_day: u32,
    /// One-time codes per day and purpose that all strangers together may have sent to one number or e-mail address; times `OTP_TRIES`, it is
    /// the number of their guesses
    #[arg(long, env = "OTP_FROM_STRANGERS_DAY", default_value_t = 20)]
    pub otp_from_strangers_day: u32,
    /// One-time codes that one network address may ask for per hour
    #[arg(long, env = "OTP_PER_ADDRESS_HOUR", default_value_t = 20)]
    pub otp_per_address_hour: u32,
    /// Seconds after which a number or e-mail address may be sent another code for the same purpose
    #[arg(long, env = "OTP_RESEND_SECONDS", default_value_t = 60)]
    pub otp_resend_seconds: u32,
    /// Seconds within which a confirmed code logs in, registers or changes a number
    #[arg(long, env = "OTP_TOKEN_SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..))]
    pub otp_token_seconds: u32,
    /// Minutes for which a login or another proof of the person suffices for calls that want a fresh one
    #[arg(long, env = "FRESH_PROOF_MINUTES", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pub fresh_proof_minutes: u16,
    /// Days after which the number that confirms one's identity may be changed again
    #[arg(long, env = "KYC_FIXED_DAYS", default_value_t = 90)]
    pub kyc_fixed_days: u32,
    /// Queries about mobile numbers that one person may send to the telecom per minute
    #[arg(long, env = "NUMBER_CHECKS_PER_MINUTE", default_value_t = 20)]
    pub number_checks_per_minute: u32,

    /// Drafts of tournaments that one promoter may keep
    #[arg(long, env = "TOURNAMENT_DRAFTS_PER_PROMOTER", default_value_t = 30)]
    pub tournament_drafts_per_promoter: u32,
    /// Published tournaments that one promoter may run at once
    #[arg(long, env = "TOURNAMENTS_PER_PROMOTER", default_value_t = 50)]
    pub tournaments_per_promoter: u32,

    /// Folder of the built web
    #[arg(long, env = "WEB_DIST", default_value = "web/dist")]
    pub web_dist: PathBuf,
    /// Name of the provider shown on payment channels
    #[arg(long, env = "PROVIDER_NAME", default_value = "AIS")]
    pub provider_name: String,
    /// Hosts, separated by commas, that a promotion or redirect link saved before logging in may lead to, beside this site
    #[arg(long, env = "LINK_HOSTS", value_delimiter = ',')]
    pub link_hosts: Vec<String>,
    /// Our page on Facebook; without one the footer shows none
    #[arg(long, env = "FACEBOOK_URL", value_parser = web_address)]
    pub facebook_url: Option<String>,
    /// Our channel on YouTube; without one the footer shows none
    #[arg(long, env = "YOUTUBE_URL", value_parser = web_address)]
    pub youtube_url: Option<String>,
    /// Another site's page that the menu offers as our event; without one the menu shows none
    #[arg(long, env = "EVENT_URL", value_parser = web_address)]
    pub event_url: Option<String>,
    /// Campaign that the event's link names, as `utm_campaign`
    #[arg(long, env = "EVENT_CAMPAIGN", default_value = "manao-menu")]
    pub event_campaign: String,
    /// Shape of the log: `text` for people, `json` for machines
    #[arg(long, env = "LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    #[command(flatten)]
    pub hub: HubSettings,
    #[command(flatten)]
    pub serve: ServeSettings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    Text,
    Json,
}

impl Settings {
    /// Resolves defaults that name another setting, and treats empty values as absent.
    pub fn filled(mut self) -> Self {
        for option in [
            &mut self.database_url,
            &mut self.console_database_url,
            &mut self.redis_url,
            &mut self.jwt_secret,
            &mut self.hub.api_key,
            &mut self.voucher_key,
            &mut self.voucher_old_keys,
            &mut self.voucher_fingerprint_key,
            &mut self.vapid_private_key,
            &mut self.files_s3_endpoint,
            &mut self.files_s3_key,
            &mut self.files_s3_secret,
            &mut self.mail_reply_to,
            &mut self.facebook_url,
            &mut self.youtube_url,
            &mut self.event_url,
        ] {
            option.take_if(|value| value.is_empty());
        }
        self.files_url = trimmed(&self.files_url.replace("{MANAO_DATA}", &self.manao_data.to_string_lossy()));
        self.public_url = trimmed(&self.public_url.replace("{PORT}", &self.port.to_string()));
        self.sandbox_url = trimmed(&self.sandbox_url.replace("{SANDBOX_PORT}", &self.sandbox_port.to_string()));
        for value in [
            &mut self.oidc_issuer,
            &mut self.opn_api_url,
            &mut self.opn_card_script_url,
            &mut self.opn_webhook_url,
            &mut self.partners_url,
            &mut self.partners_callback_url,
            &mut self.telecom_url,
            &mut self.telecom_callback_url,
            &mut self.telecom_packages_callback_url,
            &mut self.vapid_subject,
        ]
        .into_iter()
        .chain(&mut self.push_services)
        {
            *value = trimmed(&value.replace("{PUBLIC_URL}", &self.public_url).replace("{SANDBOX_URL}", &self.sandbox_url));
        }
        self
    }

    /// Returns the largest sizes of an uploaded file.
    pub fn upload_limits(&self) -> UploadLimits {
        UploadLimits { profile: self.upload_profile_mb as usize, picture: self.upload_picture_mb as usize }
    }

    /// Returns the rate of value added tax.
    pub fn vat(&self) -> VatRate {
        VatRate(u16::try_from(self.vat_basis_points).unwrap_or(u16::MAX))
    }

    /// Returns the address of the event in the menu, with the campaign that it names.
    pub fn event_link(&self) -> Option<String> {
        let mut url = url::Url::parse(self.event_url.as_deref()?).ok()?;
        url.query_pairs_mut().append_pair("utm_source", "manao").append_pair("utm_campaign", &self.event_campaign);
        Some(url.into())
    }

    pub fn code_wait(&self) -> Duration {
        Duration::from_millis(self.code_wait_ms)
    }

    pub fn provider_timeout(&self) -> Duration {
        Duration::from_millis(self.provider_timeout_ms)
    }

    /// Returns whether cookies may carry `Secure`, which browsers refuse on plain http.
    pub fn secure_cookies(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// Longest text about the company that still fits on a receipt.
const LONGEST_PRINTED: usize = 200;

/// Parses a text that is printed on receipts.
fn printed(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > LONGEST_PRINTED {
        return Err(format!("1 to {LONGEST_PRINTED} characters"));
    }
    Ok(text.to_owned())
}

/// Parses the address of a page of another site; an empty one counts as none.
fn web_address(text: &str) -> Result<String, String> {
    let text = text.trim();
    let right = text.is_empty() || url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    right.then(|| text.to_owned()).ok_or_else(|| "an http or https address".to_owned())
}

fn tax_id(text: &str) -> Result<String, String> {
    let id = manao_domain::thai_id::ThaiId::parse(text).map_err(|_| "13 digits, the last of them a check digit".to_owned())?;
    Ok(id.digits().to_owned())
}

fn branch(text: &str) -> Result<String, String> {
    let text = text.trim();
    let right = text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    right.then(|| text.to_owned()).ok_or_else(|| "five digits, 00000 for the head office".to_owned())
}

fn trimmed(url: &str) -> String {
    url.trim_end_matches('/').to_owned()
}
