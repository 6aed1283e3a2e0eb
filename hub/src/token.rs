//! Tokens the hub accepts: the access token of a signed-in session and the grant of one topic.
//!
//! Both are JWTs signed with HS256 by the same secret. They differ in audience, so that one can never stand in for the other.

use clap::Args;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Audience of access tokens.
pub const ACCESS_AUDIENCE: &str = "manao";
/// Audience of topic grants.
pub const GRANT_AUDIENCE: &str = "manao-hub";

/// The source of the signing key.
#[derive(Args, Clone)]
pub struct JwtSettings {
    /// Secret that signs access tokens and grants; at least 32 bytes. The same for API and hub.
    #[arg(long, env = "JWT_SECRET", hide_env_values = true)]
    pub jwt_secret: String,
    /// Issuer written into tokens and demanded of them.
    #[arg(long, env = "JWT_ISSUER", default_value = "manao")]
    pub jwt_issuer: String,
}

impl JwtSettings {
    /// Returns the keys of these settings; refuses a secret that can be guessed.
    pub fn keys(&self) -> anyhow::Result<Keys> {
        anyhow::ensure!(self.jwt_secret.len() >= 32, "JWT_SECRET must have at least 32 bytes");
        Ok(Keys::hs256(self.jwt_secret.as_bytes(), &self.jwt_issuer))
    }
}

/// The owner of a session. Times are Unix seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessClaims {
    /// Issuer.
    pub iss: String,
    /// Always [`ACCESS_AUDIENCE`].
    pub aud: String,
    /// User id.
    pub sub: String,
    /// Session id; ending the session ends its sockets.
    pub sid: String,
    /// Token id (RFC 7519, 4.1.7): no two tokens are alike, even of one second, so that a browser can tell a new one from the one before.
    /// Servers ignore it; tokens without one are just as valid.
    #[serde(default)]
    pub jti: String,
    /// Issued at.
    pub iat: i64,
    /// Expires at.
    pub exp: i64,
}

/// The right of one user to listen to one topic. Times are Unix seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrantClaims {
    /// Issuer.
    pub iss: String,
    /// Always [`GRANT_AUDIENCE`].
    pub aud: String,
    /// User id; empty: anyone who holds the grant.
    pub sub: String,
    /// The one topic it opens.
    pub topic: String,
    /// Issued at.
    pub iat: i64,
    /// Expires at; so does the subscription, unless a newer one is shown.
    pub exp: i64,
}

/// Reason why a token was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It was valid once.
    #[error("the token has expired")]
    Expired,
    /// Wrong signature, algorithm, audience, issuer or shape.
    #[error("the token is not valid")]
    Invalid,
}

/// Signs and verifies tokens.
#[derive(Clone)]
pub struct Keys {
    encoding: EncodingKey,
    decoding: DecodingKey,
    access: Validation,
    grant: Validation,
    issuer: String,
}

impl Keys {
    /// Builds the keys of one shared secret. Only HS256 is ever accepted, whatever a token's header says.
    pub fn hs256(secret: &[u8], issuer: &str) -> Self {
        Self {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            access: validation(ACCESS_AUDIENCE, issuer),
            grant: validation(GRANT_AUDIENCE, issuer),
            issuer: issuer.to_owned(),
        }
    }

    /// Returns the issuer that [`AccessClaims::iss`] and [`GrantClaims::iss`] must carry.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Signs an access token as given; see [`Keys::access`] for the usual claims.
    pub fn sign_access(&self, claims: &AccessClaims) -> Result<String, TokenError> {
        self.sign(claims)
    }

    /// Reads an access token; signature, audience, issuer, expiry and `nbf`, if it has one, are checked.
    pub fn verify_access(&self, token: &str) -> Result<AccessClaims, TokenError> {
        self.verify(token, &self.access)
    }

    /// Signs a grant as given; see [`Keys::grant`] for the usual claims.
    pub fn sign_grant(&self, claims: &GrantClaims) -> Result<String, TokenError> {
        self.sign(claims)
    }

    /// Reads a grant; signature, audience, issuer, expiry and `nbf`, if it has one, are checked. Topic and user are the caller's to
    /// compare.
    pub fn verify_grant(&self, token: &str) -> Result<GrantClaims, TokenError> {
        self.verify(token, &self.grant)
    }

    /// Builds access claims with this issuer and audience. `now` in Unix seconds, `ttl` in seconds.
    pub fn access(&self, user: &str, session: &str, now: i64, ttl: i64) -> AccessClaims {
        AccessClaims {
            iss: self.issuer.clone(),
            aud: ACCESS_AUDIENCE.to_owned(),
            sub: user.to_owned(),
            sid: session.to_owned(),
            jti: uuid::Uuid::new_v4().simple().to_string(),
            iat: now,
            exp: now + ttl,
        }
    }

    /// Builds grant claims with this issuer and audience. `now` in Unix seconds, `ttl` in seconds.
    pub fn grant(&self, user: &str, topic: &str, now: i64, ttl: i64) -> GrantClaims {
        GrantClaims {
            iss: self.issuer.clone(),
            aud: GRANT_AUDIENCE.to_owned(),
            sub: user.to_owned(),
            topic: topic.to_owned(),
            iat: now,
            exp: now + ttl,
        }
    }

    fn sign(&self, claims: &impl Serialize) -> Result<String, TokenError> {
        encode(&Header::new(Algorithm::HS256), claims, &self.encoding).map_err(|_| TokenError::Invalid)
    }

    fn verify<T: DeserializeOwned>(&self, token: &str, rules: &Validation) -> Result<T, TokenError> {
        use jsonwebtoken::errors::ErrorKind;
        match decode::<T>(token, &self.decoding, rules) {
            Ok(data) => Ok(data.claims),
            Err(error) if matches!(error.kind(), ErrorKind::ExpiredSignature) => Err(TokenError::Expired),
            Err(_) => Err(TokenError::Invalid),
        }
    }
}

fn validation(audience: &str, issuer: &str) -> Validation {
    let mut rules = Validation::new(Algorithm::HS256);
    rules.set_audience(&[audience]);
    rules.set_issuer(&[issuer]);
    rules.set_required_spec_claims(&["exp", "aud", "iss"]);
    // The open socket has a grace of its own; a presented token must be valid right now, neither expired nor not yet valid.
    rules.leeway = 0;
    rules.validate_nbf = true;
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: fn() -> i64 = || chrono::Utc::now().timestamp();

    fn keys() -> Keys {
        Keys::hs256(b"0123456789abcdef0123456789abcdef", "manao")
    }

    #[test]
    fn reads_back_what_it_signed() {
        let keys = keys();
        let access = keys.access("7", "s1", NOW(), 60);
        let grant = keys.grant("7", "order:A1", NOW(), 60);
        assert_eq!(keys.verify_access(&keys.sign_access(&access).unwrap()), Ok(access));
        assert_eq!(keys.verify_grant(&keys.sign_grant(&grant).unwrap()), Ok(grant));
    }

    #[test]
    fn no_two_tokens_are_alike_and_one_of_before_ids_is_good() {
        let keys = keys();
        let (one, two) = (keys.access("7", "s1", NOW(), 60), keys.access("7", "s1", NOW(), 60));
        assert_ne!(one.jti, two.jti);
        let mut claims = serde_json::to_value(&one).unwrap();
        claims.as_object_mut().unwrap().remove("jti");
        let old = encode(&Header::new(Algorithm::HS256), &claims, &keys.encoding).unwrap();
        assert_eq!(keys.verify_access(&old), Ok(AccessClaims { jti: String::new(), ..one }));
    }

    /// Ours carry no `nbf`; another holder of the secret may sign tokens that begin later.
    #[test]
    fn a_token_that_begins_later_is_not_good_yet() {
        let keys = keys();
        let begins = |claims: serde_json::Value, nbf: serde_json::Value| {
            let mut claims = claims;
            claims["nbf"] = nbf;
            encode(&Header::new(Algorithm::HS256), &claims, &keys.encoding).unwrap()
        };
        let access = |nbf| begins(serde_json::to_value(keys.access("7", "s1", NOW(), 600)).unwrap(), nbf);
        let grant = |nbf| begins(serde_json::to_value(keys.grant("7", "order:A1", NOW(), 600)).unwrap(), nbf);
        for (nbf, good) in [((NOW() - 1).into(), true), ((NOW() + 300).into(), false), ("soon".into(), false)] {
            let nbf: serde_json::Value = nbf;
            assert_eq!(keys.verify_access(&access(nbf.clone())).err(), (!good).then_some(TokenError::Invalid), "{nbf}");
            assert_eq!(keys.verify_grant(&grant(nbf.clone())).err(), (!good).then_some(TokenError::Invalid), "{nbf}");
        }
    }

    #[test]
    fn refuses_every_foreign_token() {
        let keys = keys();
        let good = keys.access("7", "s1", NOW(), 60);
        let grant = keys.sign_grant(&keys.grant("7", "order:A1", NOW(), 60)).unwrap();
        assert_eq!(keys.verify_access(&grant), Err(TokenError::Invalid), "a grant is no access token");
        let access = keys.sign_access(&good).unwrap();
        assert_eq!(keys.verify_grant(&access), Err(TokenError::Invalid), "an access token is no grant");
        let late = keys.access("7", "s1", NOW() - 120, 60);
        assert_eq!(keys.verify_access(&keys.sign_access(&late).unwrap()), Err(TokenError::Expired));
        let other = Keys::hs256(b"another-secret-another-secret-an", "manao");
        assert_eq!(keys.verify_access(&other.sign_access(&good).unwrap()), Err(TokenError::Invalid));
        let issuer = Keys::hs256(b"0123456789abcdef0123456789abcdef", "someone");
        let foreign = issuer.sign_access(&issuer.access("7", "s1", NOW(), 60)).unwrap();
        assert_eq!(keys.verify_access(&foreign), Err(TokenError::Invalid));
        for alg in [Algorithm::HS384, Algorithm::HS512] {
            let token = encode(&Header::new(alg), &good, &keys.encoding).unwrap();
            assert_eq!(keys.verify_access(&token), Err(TokenError::Invalid), "{alg:?}");
        }
        let body = access.split('.').nth(1).unwrap();
        let unsigned = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{body}.");
        assert_eq!(keys.verify_access(&unsigned), Err(TokenError::Invalid));
        assert_eq!(keys.verify_access("nonsense"), Err(TokenError::Invalid));
    }
}
