//! Limits of one account or one address on a node, over all its sockets. A carrier puts thousands of people behind one address, so
//! members are counted by their account first, and visitors apart from them.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::time::Instant;

use crate::conn::Conn;
use crate::hub::Inner;

/// An allowance of frames or joins: refilled evenly, with room for a burst.
pub(crate) struct Allowance {
    left: f32,
    at: Instant,
}

impl Allowance {
    pub fn new(burst: u32) -> Self {
        Self { left: burst as f32, at: Instant::now() }
    }

    pub fn take(&mut self, rate: u32, burst: u32) -> bool {
        self.refill(rate, burst);
        // Further refused tries do not build up debt.
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }

    fn refill(&mut self, rate: u32, burst: u32) {
        let now = Instant::now();
        self.left = (self.left + now.duration_since(self.at).as_secs_f32() * rate as f32).min(burst as f32);
        self.at = now;
    }
}

/// The account or address that a socket's topics count towards.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Payer {
    Member(Arc<str>),
    Visitors(IpAddr),
}

/// The joins of all sockets of one payer.
pub(crate) struct Share {
    topics: usize,
    joins: Allowance,
}

/// Sockets of one address.
#[derive(Default)]
pub(crate) struct Sockets {
    /// Have not said hello yet.
    waiting: usize,
    visitors: usize,
    members: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Waiting,
    Visitor,
    Member,
}

/// Counts a socket of an address as long as it lives.
pub(crate) struct Slot {
    inner: Arc<Inner>,
    pub address: IpAddr,
    kind: Kind,
}

impl Sockets {
    fn of(&mut self, kind: Kind) -> &mut usize {
        match kind {
            Kind::Waiting => &mut self.waiting,
            Kind::Visitor => &mut self.visitors,
            Kind::Member => &mut self.members,
        }
    }

    fn all(&self) -> usize {
        self.waiting + self.visitors + self.members
    }
}

impl Slot {
    /// Counts one more. Returns None if the address has reached the limit of visitors and members together.
    pub fn take(inner: &Arc<Inner>, address: IpAddr) -> Option<Self> {
        let most = inner.settings.sockets_per_address.saturating_add(inner.settings.members_per_address);
        let mut sockets = inner.addresses.entry(address).or_default();
        if sockets.all() >= most {
            return None;
        }
        sockets.waiting += 1;
        Some(Self { inner: inner.clone(), address, kind: Kind::Waiting })
    }

    /// Counts it by its kind, after hello. Returns false if the limit of its kind is reached.
    pub fn settle(&mut self, member: bool) -> bool {
        let settings = &self.inner.settings;
        let (kind, most) = match member {
            true => (Kind::Member, settings.members_per_address),
            false => (Kind::Visitor, settings.sockets_per_address),
        };
        let mut sockets = self.inner.addresses.entry(self.address).or_default();
        if *sockets.of(kind) >= most {
            return false;
        }
        *sockets.of(self.kind) -= 1;
        *sockets.of(kind) += 1;
        self.kind = kind;
        true
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.inner.addresses.remove_if_mut(&self.address, |_, sockets| {
            *sockets.of(self.kind) -= 1;
            sockets.all() == 0
        });
    }
}

impl Inner {
    /// Whether one more join is allowed now.
    pub fn may_join(&self, conn: &Conn) -> bool {
        let settings = &self.settings;
        self.share(&conn.payer).joins.take(settings.joins_per_second, settings.join_burst)
    }

    /// Counts a topic of a socket; returns false if its payer has reached its limit.
    pub fn hold_topic(&self, conn: &Conn) -> bool {
        let mut share = self.share(&conn.payer);
        let fits = share.topics < self.settings.topics_per_address;
        if fits {
            share.topics += 1;
        }
        fits
    }

    /// Undoes one [`Inner::hold_topic`].
    pub fn release_topic(&self, conn: &Conn) {
        if let Some(mut share) = self.shares.get_mut(&conn.payer) {
            share.topics = share.topics.saturating_sub(1);
        }
    }

    fn share(&self, payer: &Payer) -> dashmap::mapref::one::RefMut<'_, Payer, Share> {
        let fresh = || Share { topics: 0, joins: Allowance::new(self.settings.join_burst) };
        self.shares.entry(payer.clone()).or_insert_with(fresh)
    }

    /// Drops payers that are gone and whose allowance is full again. Not earlier: returning would give them another burst.
    pub fn sweep_shares(&self) {
        let (rate, burst) = (self.settings.joins_per_second, self.settings.join_burst);
        self.shares.retain(|_, share| {
            share.joins.refill(rate, burst);
            share.topics > 0 || share.joins.left < burst as f32
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_is_used_up_and_comes_back() {
        let mut joins = Allowance::new(3);
        assert_eq!((0..5).filter(|_| joins.take(0, 3)).count(), 3);
        joins.at -= std::time::Duration::from_secs(2);
        assert_eq!((0..5).filter(|_| joins.take(1, 3)).count(), 2, "a second, a join");
        joins.at -= std::time::Duration::from_secs(60);
        assert_eq!((0..5).filter(|_| joins.take(1, 3)).count(), 3, "never more than a burst");
    }
}
