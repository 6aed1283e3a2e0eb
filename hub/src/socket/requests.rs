//! What a client asks for on an open socket.

use std::sync::atomic::Ordering;

use super::{Session, closing, token_end};
use crate::bus::PeerMessage;
use crate::conn::Closing;
use crate::frame::{ClientFrame, ErrorCode, ServerFrame, close};
use crate::hub::now_ms;
use crate::join::ResumeFrom;
use crate::token::TokenError;
use crate::topic::{Audience, is_own};

impl Session {
    /// A frame that only counts.
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
        let refused = match serde_json::from_str(text) {
            Ok(ClientFrame::Pong) => {
                self.pong_due = None;
                None
            }
            Ok(ClientFrame::Subscribe { topic, grant, epoch, offset }) => {
                self.count_join()?;
                let resume = epoch.zip(offset).map(|(epoch, offset)| ResumeFrom { epoch, offset });
                self.subscribe(&topic, grant.as_deref(), resume).err().map(|code| (code, Some(topic)))
            }
            Ok(ClientFrame::Unsubscribe { topic }) => match self.inner.leave(&self.conn, &topic) {
                true => None,
                false => Some((ErrorCode::NotSubscribed, Some(topic))),
            },
            Ok(ClientFrame::Signal { topic, name }) => self.signal(&topic, name).err().map(|code| (code, Some(topic))),
            Ok(ClientFrame::Refresh { token }) => self.refresh(&token)?.map(|code| (code, None)),
            Ok(ClientFrame::Hello { .. }) => {
                return Err(Some(closing(close::MALFORMED, "hello twice")));
            }
            Err(_) => return Err(Some(closing(close::MALFORMED, "unreadable frame"))),
        };
        if let Some((code, topic)) = refused {
            self.conn.send(ServerFrame::Error { code, topic }.encode());
        }
        Ok(())
    }

    fn subscribe(&self, topic: &str, grant: Option<&str>, resume: Option<ResumeFrom>) -> Result<(), ErrorCode> {
        let rules = self.inner.bus.topics().rules(topic).ok_or(ErrorCode::UnknownTopic)?;
        let user = self.conn.user().map_or("", |user| user);
        let issued = match rules.audience {
            Audience::Anyone => now_ms() / 1000 + 1,
            Audience::Own if is_own(topic, user) => now_ms() / 1000 + 1,
            Audience::Own => return Err(ErrorCode::Forbidden),
            Audience::Grant => {
                let grant =
                    self.inner.keys.verify_grant(grant.ok_or(ErrorCode::GrantRequired)?).map_err(|error| match error {
                        TokenError::Expired => ErrorCode::GrantExpired,
                        TokenError::Invalid => ErrorCode::GrantInvalid,
                    })?;
                if grant.topic != topic || (!grant.sub.is_empty() && grant.sub != user) {
                    return Err(ErrorCode::GrantInvalid);
                }
                grant.iat
            }
        };
        // Looked at before and after joining: an order that comes in between has been noted, or finds the subscription.
        let revoked = || self.inner.revoked.topic(topic, user, issued);
        if revoked() {
            return Err(ErrorCode::Revoked);
        }
        self.inner.join(&self.conn, topic, rules, issued, resume)?;
        if revoked() && self.inner.leave(&self.conn, topic) {
            return Err(ErrorCode::Revoked);
        }
        Ok(())
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
    fn refresh(&mut self, token: &str) -> Result<Option<ErrorCode>, Option<Closing>> {
        let claims = match self.inner.keys.verify_access(token) {
            Ok(claims) => claims,
            Err(TokenError::Expired) => return Ok(Some(ErrorCode::TokenExpired)),
            Err(TokenError::Invalid) => return Ok(Some(ErrorCode::TokenInvalid)),
        };
        let Some(identity) = &self.conn.identity else {
            return Ok(Some(ErrorCode::TokenInvalid));
        };
        // Another session of the same user would escape the end of its own.
        if *identity.user != *claims.sub || *identity.session != *claims.sid {
            return Ok(Some(ErrorCode::TokenInvalid));
        }
        // Before it is looked at: an order that comes in between has been noted, or compares with this one.
        self.conn.issued.store(claims.iat, Ordering::SeqCst);
        if self.inner.revoked.user(&claims.sub, claims.iat) {
            return Err(Some(closing(close::REVOKED, "revoked")));
        }
        self.token_end = Some(token_end(&self.inner, &claims));
        Ok(None)
    }
}
