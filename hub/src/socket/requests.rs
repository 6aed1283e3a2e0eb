//! Requests of a client on an open socket.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Session, closing, expiry, grace};
use crate::bus::PeerMessage;
use crate::conn::{Closing, Right};
use crate::frame::{ClientFrame, ErrorCode, ServerFrame, Unreadable, close};
use crate::hub::now_ms;
use crate::join::{Join, ResumeFrom};
use crate::token::TokenError;
use crate::topic::{Audience, Rules, is_own};

impl Session {
    /// Counts a frame without other effect.
    pub(super) fn count(&mut self) -> Result<(), Option<Closing>> {
        let settings = &self.inner.settings;
        match self.allowance.take(settings.frames_per_second, settings.frame_burst) {
            true => Ok(()),
            false => Err(Some(closing(close::TOO_MANY_FRAMES, "too many frames"))),
        }
    }

    fn count_join(&self) -> Result<(), Option<Closing>> {
        match self.inner.may_join(&self.conn) {
            true => Ok(()),
            false => Err(Some(closing(close::TOO_MANY_FRAMES, "too many joins"))),
        }
    }

    /// Acts on a client's frame.
    pub(super) fn hear(&mut self, text: &str) -> Result<(), Option<Closing>> {
        self.count()?;
        let frame = match ClientFrame::parse(text) {
            Ok(frame) => frame,
            Err(Unreadable::Unknown { id }) => {
                self.refuse(ErrorCode::UnknownFrame, id, None);
                return Ok(());
            }
            Err(Unreadable::Malformed) => return Err(Some(closing(close::MALFORMED, "unreadable frame"))),
        };
        let (id, topic, outcome) = match frame {
            ClientFrame::Pong => {
                self.pong_due = None;
                return Ok(());
            }
            ClientFrame::Subscribe { id, topic, grant, epoch, offset } => {
                self.count_join()?;
                let resume = epoch.zip(offset).map(|(epoch, offset)| ResumeFrom { epoch, offset });
                let outcome = self.subscribe(&topic, grant.as_deref(), id, resume);
                (id, Some(topic), outcome)
            }
            ClientFrame::Renew { id, topic, grant } => {
                let outcome = self.renew(&topic, &grant, id);
                (id, Some(topic), outcome)
            }
            ClientFrame::Unsubscribe { id, topic } => {
                // Afterwards the topic is left, whether it was joined or not.
                self.inner.leave(&self.conn, &topic);
                (id, None, Ok(Some(ServerFrame::Unsubscribed { topic, id, code: None })))
            }
            ClientFrame::Signal { id, topic, name } => {
                let outcome = self.signal(&topic, name);
                (id, Some(topic), outcome.map(|()| None))
            }
            ClientFrame::Refresh { id, token } => {
                let outcome = self.refresh(&token)?;
                (id, None, outcome.map(|()| Some(ServerFrame::Refreshed { id })))
            }
            ClientFrame::Hello { .. } => return Err(Some(closing(close::MALFORMED, "hello twice"))),
        };
        match outcome {
            Ok(Some(answer)) => self.conn.send(answer.encode()),
            Ok(None) => {}
            Err(code) => self.refuse(code, id, topic),
        }
        Ok(())
    }

    fn refuse(&self, code: ErrorCode, id: Option<u64>, topic: Option<String>) {
        self.conn.send(ServerFrame::Error { code, id, topic }.encode());
    }

    /// Returns the rules of a topic, and how long this socket may listen to it.
    fn right(&self, topic: &str, grant: Option<&str>) -> Result<(&Arc<Rules>, Right), ErrorCode> {
        let rules = self.inner.bus.topics().rules(topic).ok_or(ErrorCode::UnknownTopic)?;
        let lasting = Right::lasting(now_ms() / 1000 + 1);
        let right = match rules.audience {
            Audience::Anyone => lasting,
            Audience::Own if is_own(topic, self.user()) => lasting,
            Audience::Own => return Err(ErrorCode::Forbidden),
            Audience::Grant => {
                let grant =
                    self.inner.keys.verify_grant(grant.ok_or(ErrorCode::GrantRequired)?).map_err(|error| match error {
                        TokenError::Expired => ErrorCode::GrantExpired,
                        TokenError::Invalid => ErrorCode::GrantInvalid,
                    })?;
                if grant.topic != topic || (!grant.sub.is_empty() && grant.sub != self.user()) {
                    return Err(ErrorCode::GrantInvalid);
                }
                Right { issued: grant.iat, until: grant.exp }
            }
        };
        match self.withdrawn(topic, right) {
            Some(code) => Err(code),
            None => Ok((rules, right)),
        }
    }

    fn user(&self) -> &str {
        self.conn.user().map_or("", |user| user)
    }

    /// Returns why this right is no longer valid. A new grant may restore withdrawn grants, but not an ended topic.
    fn withdrawn(&self, topic: &str, right: Right) -> Option<ErrorCode> {
        let (revoked, user) = (&self.inner.revoked, self.user());
        if revoked.topic(topic, user, right.issued) {
            return Some(ErrorCode::Revoked);
        }
        (right.needs_grant() && revoked.grants(user, right.issued)).then_some(ErrorCode::GrantExpired)
    }

    fn subscribe(
        &mut self,
        topic: &str,
        grant: Option<&str>,
        id: Option<u64>,
        resume: Option<ResumeFrom>,
    ) -> Result<Option<ServerFrame>, ErrorCode> {
        let (rules, right) = self.right(topic, grant)?;
        self.inner.join(&self.conn, topic, rules, Join { id, right, resume })?;
        Ok(self.confirm(topic, right, id))
    }

    /// Takes a new grant of a topic that is joined or being joined. A refused one leaves the old one in force.
    fn renew(&mut self, topic: &str, grant: &str, id: Option<u64>) -> Result<Option<ServerFrame>, ErrorCode> {
        let (_, right) = self.right(topic, Some(grant))?;
        {
            let mut subs = self.conn.subs();
            let sub = subs.list.iter_mut().find(|sub| *sub.room == *topic).ok_or(ErrorCode::NotSubscribed)?;
            // An older grant shortens nothing.
            sub.right = Right { issued: sub.right.issued.max(right.issued), until: sub.right.until.max(right.until) };
        }
        let renewed = ServerFrame::Renewed { topic: topic.to_owned(), id };
        Ok(Some(self.confirm(topic, right, id).unwrap_or(renewed)))
    }

    /// Checks again after a right was granted: an order that came in between has been noted, or has found the subscription. Returns the answer
    /// if it is withdrawn.
    fn confirm(&mut self, topic: &str, right: Right, id: Option<u64>) -> Option<ServerFrame> {
        if let Some(code) = self.withdrawn(topic, right)
            && self.inner.leave(&self.conn, topic)
        {
            return Some(ServerFrame::Unsubscribed { topic: topic.to_owned(), id, code: Some(code) });
        }
        if right.until < i64::MAX {
            let end = expiry(&self.inner, right.until);
            self.grants_end = Some(self.grants_end.map_or(end, |known| known.min(end)));
        }
        None
    }

    /// Ends the subscriptions whose grants have expired, and notes when the next one does.
    pub(super) fn end_grants(&mut self) {
        let over = now_ms() - grace(&self.inner);
        let (mut ended, mut next) = (Vec::new(), i64::MAX);
        for sub in &self.conn.subs().list {
            match sub.right.until.saturating_mul(1000) <= over {
                true => ended.push(sub.room.clone()),
                false => next = next.min(sub.right.until),
            }
        }
        for topic in ended {
            if self.inner.leave(&self.conn, &topic) {
                let code = Some(ErrorCode::GrantExpired);
                self.conn.send(ServerFrame::Unsubscribed { topic: topic.to_string(), id: None, code }.encode());
            }
        }
        self.grants_end = (next < i64::MAX).then(|| expiry(&self.inner, next));
    }

    fn signal(&self, topic: &str, name: String) -> Result<(), ErrorCode> {
        let rules = self.inner.bus.topics().rules(topic).ok_or(ErrorCode::UnknownTopic)?;
        let joined = self.conn.subs().list.iter().any(|sub| *sub.room == *topic && sub.joined.is_some());
        if !joined {
            return Err(ErrorCode::NotSubscribed);
        }
        match self.conn.user() {
            Some(user) if rules.signals.contains(&name) => {
                self.inner.bus.send_to_peers(topic, PeerMessage::Signal { name, user: user.to_string() });
                Ok(())
            }
            _ => Err(ErrorCode::SignalRefused),
        }
    }

    /// Takes a new access token. A refused one leaves the old one in force.
    fn refresh(&mut self, token: &str) -> Result<Result<(), ErrorCode>, Option<Closing>> {
        let claims = match self.inner.keys.verify_access(token) {
            Ok(claims) => claims,
            Err(TokenError::Expired) => return Ok(Err(ErrorCode::TokenExpired)),
            Err(TokenError::Invalid) => return Ok(Err(ErrorCode::TokenInvalid)),
        };
        let Some(identity) = &self.conn.identity else {
            return Ok(Err(ErrorCode::TokenInvalid));
        };
        // Another session of the same user would escape the end of its own.
        if *identity.user != *claims.sub || *identity.session != *claims.sid {
            return Ok(Err(ErrorCode::TokenInvalid));
        }
        // Before the check: an order that comes in between has been noted, or compares with this one.
        self.conn.issued.store(claims.iat, Ordering::SeqCst);
        if self.inner.revoked.user(&claims.sub, claims.iat) {
            return Err(Some(closing(close::REVOKED, "revoked")));
        }
        self.token_end = Some(expiry(&self.inner, claims.exp));
        Ok(Ok(()))
    }
}
