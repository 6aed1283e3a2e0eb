//! Every setting of the hub: name, default, meaning.

use clap::Args;

/// Limits and times. All have defaults; the `hub` binary and the API read them from the environment.
#[derive(Args, Clone, Debug)]
pub struct HubSettings {
    /// Milliseconds between pings. A client that hears nothing for two of them connects elsewhere.
    #[arg(long, env = "HUB_HEARTBEAT_MS", default_value_t = DEFAULTS.heartbeat_ms)]
    pub heartbeat_ms: u64,
    /// Milliseconds within which a ping must be answered.
    #[arg(long, env = "HUB_PONG_MS", default_value_t = DEFAULTS.pong_ms)]
    pub pong_ms: u64,
    /// Milliseconds within which hello must come.
    #[arg(long, env = "HUB_HELLO_MS", default_value_t = DEFAULTS.hello_ms)]
    pub hello_ms: u64,
    /// Milliseconds that an open socket outlives its access token.
    #[arg(long, env = "HUB_TOKEN_GRACE_MS", default_value_t = DEFAULTS.token_grace_ms)]
    pub token_grace_ms: u64,
    /// Bytes that may wait for one socket before it is closed with 4408.
    #[arg(long, env = "HUB_QUEUE_BYTES", default_value_t = DEFAULTS.queue_bytes)]
    pub queue_bytes: usize,
    /// Milliseconds that one write may take before the socket is dropped.
    #[arg(long, env = "HUB_WRITE_MS", default_value_t = DEFAULTS.write_ms)]
    pub write_ms: u64,
    /// Bytes of a client's frame.
    #[arg(long, env = "HUB_FRAME_BYTES", default_value_t = DEFAULTS.frame_bytes)]
    pub frame_bytes: usize,
    /// Bytes of a published event.
    #[arg(long, env = "HUB_EVENT_BYTES", default_value_t = DEFAULTS.event_bytes)]
    pub event_bytes: usize,
    /// Frames a second that a client may send for long.
    #[arg(long, env = "HUB_FRAMES_PER_SECOND", default_value_t = DEFAULTS.frames_per_second)]
    pub frames_per_second: u32,
    /// Frames that a client may send at once, so that it can join all its topics when it connects.
    #[arg(long, env = "HUB_FRAME_BURST", default_value_t = DEFAULTS.frame_burst)]
    pub frame_burst: u32,
    /// Topics a socket, its own `user:{id}` included.
    #[arg(long, env = "HUB_TOPICS_PER_SOCKET", default_value_t = DEFAULTS.topics_per_socket)]
    pub topics_per_socket: usize,
    /// Sockets a user.
    #[arg(long, env = "HUB_SOCKETS_PER_USER", default_value_t = DEFAULTS.sockets_per_user)]
    pub sockets_per_user: usize,
    /// Visitors' sockets an address (IPv6: its /64).
    #[arg(long, env = "HUB_SOCKETS_PER_ADDRESS", default_value_t = DEFAULTS.sockets_per_address)]
    pub sockets_per_address: usize,
    /// Members' sockets an address; each member is counted by their account first.
    #[arg(long, env = "HUB_MEMBERS_PER_ADDRESS", default_value_t = DEFAULTS.members_per_address)]
    pub members_per_address: usize,
    /// Topics that the visitors of an address, or the sockets of a user, may have joined together.
    #[arg(long, env = "HUB_TOPICS_PER_ADDRESS", default_value_t = DEFAULTS.topics_per_address)]
    pub topics_per_address: usize,
    /// Joins a second that the visitors of an address, or the sockets of a user, may ask for long.
    #[arg(long, env = "HUB_JOINS_PER_SECOND", default_value_t = DEFAULTS.joins_per_second)]
    pub joins_per_second: u32,
    /// Joins that they may ask for at once, so that all of them can come back when a node has left.
    #[arg(long, env = "HUB_JOIN_BURST", default_value_t = DEFAULTS.join_burst)]
    pub join_burst: u32,
    /// Proxies of ours in front of this process that write `X-Forwarded-For`; 0: the header is not believed
    #[arg(long, env = "PROXIES", default_value_t = DEFAULTS.proxies)]
    pub proxies: usize,
    /// Origins of web pages that may connect, such as https://shop.example, beside the hub's own host; `*`: any.
    #[arg(long, env = "HUB_ALLOWED_ORIGINS", value_delimiter = ',')]
    pub allowed_origins: Vec<String>,
    /// Milliseconds between comparisons of positions with the bus.
    #[arg(long, env = "HUB_CHECK_MS", default_value_t = DEFAULTS.check_ms)]
    pub check_ms: u64,
    /// Milliseconds over which a drain spreads its goodbyes.
    #[arg(long, env = "HUB_DRAIN_MS", default_value_t = DEFAULTS.drain_ms)]
    pub drain_ms: u64,
    /// Events of history a log topic.
    #[arg(long, env = "HUB_HISTORY_CAP", default_value_t = DEFAULTS.history_cap)]
    pub history_cap: usize,
    /// Seconds after which a topic without events and listeners is forgotten.
    #[arg(long, env = "HUB_HISTORY_TTL_S", default_value_t = DEFAULTS.history_ttl_s)]
    pub history_ttl_s: u64,
    /// Believe no token before a program has reported which rights are withdrawn, as the shop does; see REALTIME.md. The same for all hubs of a
    /// bus.
    #[arg(long, env = "HUB_AWAIT_REVOCATIONS", default_value_t = DEFAULTS.await_revocations, action = clap::ArgAction::Set)]
    pub await_revocations: bool,
    /// Host and port at which the other hubs reach this one, to ask whether they hear the bus; when absent, its address on the way to Redis.
    #[arg(long, env = "HUB_PEER_ADDRESS")]
    pub peer_address: Option<String>,
    /// Key of `POST /publish`; without one the call does not exist.
    #[arg(long, env = "HUB_API_KEY", hide_env_values = true)]
    pub api_key: Option<String>,
}

/// The defaults, usable without an environment.
pub const DEFAULTS: HubSettings = HubSettings {
    heartbeat_ms: 3_000,
    pong_ms: 25_000,
    hello_ms: 5_000,
    token_grace_ms: 30_000,
    queue_bytes: 256 * 1024,
    write_ms: 10_000,
    frame_bytes: 16 * 1024,
    event_bytes: 64 * 1024,
    frames_per_second: 20,
    frame_burst: 120,
    topics_per_socket: 100,
    sockets_per_user: 20,
    sockets_per_address: 2_000,
    members_per_address: 10_000,
    topics_per_address: 10_000,
    joins_per_second: 200,
    join_burst: 5_000,
    proxies: 0,
    allowed_origins: Vec::new(),
    check_ms: 30_000,
    drain_ms: 10_000,
    history_cap: 500,
    history_ttl_s: 24 * 60 * 60,
    await_revocations: false,
    peer_address: None,
    api_key: None,
};

impl Default for HubSettings {
    fn default() -> Self {
        DEFAULTS
    }
}

impl HubSettings {
    /// Returns how much history a bus keeps.
    pub fn retention(&self) -> crate::bus::Retention {
        crate::bus::Retention { cap: self.history_cap, ttl: std::time::Duration::from_secs(self.history_ttl_s) }
    }
}
