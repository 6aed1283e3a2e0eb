//! The hub of one node: rooms, sockets, and the path from the bus to them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use chrono::Utc;
use dashmap::DashMap;
use tokio::sync::{Semaphore, watch};
use tokio_util::sync::CancellationToken;

use crate::bus::{Bus, BusError, CONTROL_TOPIC, Delivery, Epoch, History, Listener, Position, Publication};
use crate::conn::Conn;
use crate::control::Control;
use crate::housekeeping::PeerNode;
use crate::meter::Meter;
use crate::pulse::{Hearing, Pulse};
use crate::revoked::Revoked;
use crate::room::{Phase, Room, Tally};
use crate::settings::HubSettings;
use crate::share::{Payer, Share, Sockets};
use crate::token::Keys;

/// Longest life of an access token or a grant, in seconds: withdrawn rights are remembered that long, however short the history.
const LONGEST_TOKEN_S: u64 = 86_400;

/// Concurrent requests to the bus for subscriptions and histories.
const ASKS: usize = 256;

/// The hub of one node. Clones share it.
#[derive(Clone)]
pub struct Hub {
    pub(crate) inner: Arc<Inner>,
    _guard: Arc<Guard>,
}

/// Ends the background tasks with the last clone.
struct Guard(CancellationToken);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

pub(crate) struct Inner {
    pub settings: HubSettings,
    pub bus: Arc<dyn Bus>,
    pub keys: Keys,
    pub meter: Meter,
    pub node: u64,
    pub started: Instant,
    pub stop: CancellationToken,
    pub rooms: DashMap<Arc<str>, Arc<Room>>,
    pub conns: DashMap<u64, Arc<Conn>>,
    pub users: DashMap<Arc<str>, Vec<Arc<Conn>>>,
    pub sessions: DashMap<Arc<str>, Vec<Arc<Conn>>>,
    pub addresses: DashMap<IpAddr, Sockets>,
    pub shares: DashMap<Payer, Share>,
    pub revoked: Revoked,
    /// The epoch of the control topic whose withdrawn rights have all been loaded.
    pub primed: watch::Sender<Option<Epoch>>,
    /// The node will leave: no balancer should send sockets here, but those that arrive are accepted.
    pub leaving: AtomicBool,
    pub draining: AtomicBool,
    pub pulse: Pulse,
    /// Bounds concurrent requests to the bus: after an outage every room and every client wants something.
    bus_calls: Semaphore,
    /// Rooms that lost their last member; the housekeeper closes those that stay empty.
    pub idle: Mutex<Vec<Arc<Room>>>,
    /// Rooms whose list of users changed.
    pub presence_changes: Mutex<HashMap<Arc<str>, Arc<Room>>>,
    /// Other nodes that announced themselves.
    pub nodes: DashMap<u64, PeerNode>,
    /// Beats of the housekeeper.
    pub beats: AtomicU64,
    ids: AtomicU64,
}

/// Reason why an event was not published.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// There is no such topic; see [`crate::topic`].
    #[error("there is no topic {0:?}")]
    UnknownTopic(String),
    /// Larger than `event_bytes`.
    #[error("the event for {topic:?} has {bytes} bytes")]
    TooLarge {
        /// Topic.
        topic: String,
        /// Size of the payload.
        bytes: usize,
    },
    /// Publish again, with the same ids.
    #[error(transparent)]
    Bus(#[from] BusError),
}

impl Hub {
    /// Creates a hub on a bus, using the bus's table of topics. Must be called within a Tokio runtime, after the metrics recorder was installed.
    pub fn new(settings: HubSettings, bus: Arc<dyn Bus>, keys: Keys) -> Self {
        let stop = CancellationToken::new();
        let inner = Arc::new(Inner {
            revoked: Revoked::new(Duration::from_secs(settings.history_ttl_s.max(LONGEST_TOKEN_S))),
            settings,
            bus: bus.clone(),
            keys,
            meter: Meter::new(),
            node: rand::random(),
            started: Instant::now(),
            stop: stop.clone(),
            rooms: DashMap::new(),
            conns: DashMap::new(),
            users: DashMap::new(),
            sessions: DashMap::new(),
            addresses: DashMap::new(),
            shares: DashMap::new(),
            primed: watch::Sender::default(),
            leaving: AtomicBool::new(false),
            draining: AtomicBool::new(false),
            pulse: Pulse::new(),
            bus_calls: Semaphore::new(ASKS),
            idle: Mutex::default(),
            presence_changes: Mutex::default(),
            nodes: DashMap::new(),
            beats: AtomicU64::new(0),
            ids: AtomicU64::new(1),
        });
        bus.attach(Arc::new(HubListener(Arc::downgrade(&inner))));
        crate::housekeeping::start(&inner);
        Self { inner, _guard: Arc::new(Guard(stop)) }
    }

    /// Publishes a batch in order; returns one position each. A repeat of a recent id is answered with its first position, so that publishing
    /// again after an error is safe.
    pub async fn publish(&self, batch: Vec<Publication>) -> Result<Vec<Position>, PublishError> {
        for publication in &batch {
            if self.inner.bus.topics().rules(&publication.topic).is_none() {
                return Err(PublishError::UnknownTopic(publication.topic.clone()));
            }
            let bytes = publication.data.get().len();
            if bytes > self.inner.settings.event_bytes {
                return Err(PublishError::TooLarge { topic: publication.topic.clone(), bytes });
            }
        }
        Ok(self.inner.bus.publish(batch).await?)
    }

    /// Withdraws a right on every node.
    pub async fn control(&self, control: Control) -> Result<(), BusError> {
        self.inner.bus.control(control).await
    }

    /// Tells balancers that the node will leave. Sockets are accepted until [`Hub::drain`].
    pub fn announce_leave(&self) {
        self.inner.leaving.store(true, Ordering::SeqCst);
    }

    /// Accepts no new sockets, says goodbye to the open ones spread over `drain_ms`, and returns when all have left.
    pub async fn drain(&self) {
        let inner = &self.inner;
        self.announce_leave();
        inner.draining.store(true, Ordering::SeqCst);
        let sockets = inner.spread_goodbyes("draining", inner.settings.drain_ms);
        tracing::info!(sockets, "draining");
        let patience = Duration::from_millis(inner.settings.drain_ms + inner.settings.write_ms);
        let empty = async {
            while !inner.conns.is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        if tokio::time::timeout(patience, empty).await.is_err() {
            tracing::warn!(sockets = inner.conns.len(), "sockets left after draining");
        }
    }

    /// Whether the node takes sockets, reaches its bus and knows which rights are withdrawn.
    pub fn is_ready(&self) -> bool {
        self.takes_sockets() && self.knows_rights() && self.inner.bus.connected()
    }

    /// Whether a balancer may send sockets here. The node must not be about to leave, nor the only one that hears nothing from the bus, and it
    /// must once have learned which rights are withdrawn. A bus that is down for all nodes, or has lost its memory, does not matter: sockets are
    /// best left open to wait for it.
    pub fn takes_sockets(&self) -> bool {
        !self.is_leaving() && !self.is_alone() && (self.inner.primed.borrow().is_some() || self.knows_rights())
    }

    /// Whether the node is about to leave.
    pub fn is_leaving(&self) -> bool {
        self.inner.leaving.load(Ordering::SeqCst)
    }

    /// Whether other nodes hear the bus and this one does not.
    pub fn is_alone(&self) -> bool {
        self.inner.pulse.is_alone()
    }

    /// Returns the number of other nodes heard lately.
    pub fn peers(&self) -> usize {
        self.inner.nodes.len()
    }

    /// Returns how this node hears the bus.
    pub fn hearing(&self) -> Hearing {
        self.inner.pulse.hearing()
    }

    /// Whether all earlier withdrawals are known here. No token is accepted before that.
    pub fn knows_rights(&self) -> bool {
        self.inner.knows_rights()
    }

    /// Whether the node's bus can be reached, and lets the node hear.
    pub fn reaches_bus(&self) -> bool {
        self.inner.bus.connected() && !self.inner.pulse.is_deaf()
    }

    /// Returns the number of open sockets that said hello.
    pub fn connections(&self) -> usize {
        self.inner.conns.len()
    }

    /// Returns the routes `/ws`, and `POST /publish` if a key is set. Serve them with `into_make_service_with_connect_info::<SocketAddr>()`, or
    /// the limit of sockets per address does not work.
    pub fn router(&self) -> axum::Router {
        crate::http::router(self.clone())
    }
}

impl Inner {
    /// Whether sockets have to connect elsewhere.
    pub fn sends_away(&self) -> bool {
        self.draining.load(Ordering::SeqCst) || self.pulse.is_alone()
    }

    /// Whether all earlier withdrawals are known: those that the bus keeps, and, if another program reports them, that it has reported all.
    pub fn knows_rights(&self) -> bool {
        let Some(room) = self.rooms.get(CONTROL_TOPIC).map(|room| room.value().clone()) else { return false };
        let state = room.state();
        state.phase != Phase::Opening && (!self.settings.await_revocations || self.primed.borrow().as_ref() == Some(&state.epoch))
    }

    /// Waits until [`Inner::knows_rights`], but not beyond `until`. Returns whether they are known.
    pub async fn rights_known(&self, until: tokio::time::Instant) -> bool {
        let mut primed = self.primed.subscribe();
        while !self.knows_rights() {
            if !matches!(tokio::time::timeout_at(until, primed.changed()).await, Ok(Ok(()))) {
                return self.knows_rights();
            }
        }
        true
    }

    /// Calls [`Bus::subscribe`] in turn. A room that is closed by then is not subscribed.
    pub async fn ask_subscribe(&self, room: &Room) -> Result<History, BusError> {
        let _permit = self.bus_calls.acquire().await;
        match room.is_closed() {
            true => Err(BusError::Unavailable("nobody waits".to_owned())),
            false => self.bus.subscribe(&room.name).await,
        }
    }

    /// Calls [`Bus::history`] in turn.
    pub async fn ask_history(&self, topic: &str, epoch: &str, after: u64) -> Result<History, BusError> {
        let _permit = self.bus_calls.acquire().await;
        self.bus.history(topic, epoch, after).await
    }

    pub fn next_id(&self) -> u64 {
        self.ids.fetch_add(1, Ordering::Relaxed)
    }

    pub fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Room>>> {
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn presence_changes(&self) -> std::sync::MutexGuard<'_, HashMap<Arc<str>, Arc<Room>>> {
        self.presence_changes.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Wakes the writers of a batch, each once, after the whole batch is queued.
    pub fn settle_tally(self: &Arc<Self>, tally: Tally) {
        self.meter.tally(&tally);
        for conn in tally.wake {
            conn.wake();
        }
        for (control, at) in tally.controls {
            self.apply_control(&control, at);
        }
    }
}

/// The bus holds the hub only weakly: a hub that is dropped ends.
struct HubListener(Weak<Inner>);

impl Listener for HubListener {
    fn deliver(&self, batch: Vec<Delivery>) {
        if let Some(inner) = self.0.upgrade() {
            inner.deliver(batch);
        }
    }

    fn reconnected(&self) {
        if let Some(inner) = self.0.upgrade() {
            tokio::spawn(async move { inner.check(Duration::ZERO).await });
        }
    }
}

impl Inner {
    fn deliver(self: &Arc<Self>, batch: Vec<Delivery>) {
        let mut tally = Tally::default();
        for delivery in batch {
            match delivery {
                Delivery::Event { topic, epoch, entry } => {
                    let Some(room) = self.rooms.get(&topic).map(|room| room.value().clone()) else {
                        continue;
                    };
                    if room.accept(&epoch, entry, &mut tally) {
                        self.fill(room);
                    }
                }
                Delivery::PeerMessage { topic, message } => self.receive(&topic, message, &mut tally),
            }
        }
        self.settle_tally(tally);
    }
}

/// Returns the current time in Unix milliseconds.
pub(crate) fn now_ms() -> i64 {
    Utc::now().timestamp_millis()
}
