//! The login provider: OpenID Connect, authorization code with PKCE (S256), nonce and state.
//!
//! Discovery and keys are fetched once an hour, and at once when an ID token names an unknown key (rotation). `docs/providers/login.md` holds
//! the contract, and the data that we read about a person.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreClientAuthMethod, CoreErrorResponseType, CoreGenderClaim,
    CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreRevocableToken, CoreRevocationErrorResponse,
    CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, AsyncHttpClient, AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken,
    EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IdTokenClaims,
    IdTokenFields, IssuerUrl, LanguageTag, LoginHint, LogoutRequest, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge,
    PkceCodeVerifier, PostLogoutRedirectUrl, ProviderMetadataWithLogout, RedirectUrl, RequestTokenError, Scope,
    SignatureVerificationError, StandardErrorResponse, StandardTokenResponse, TokenResponse as _, UserInfoClaims,
};
use serde::{Deserialize, Serialize};
use url::Url;

use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes, without_values};

/// Our own claim: how the person logged in there (`docs/providers/login.md`).
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct LoginClaims {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    idp: Option<String>,
}

impl AdditionalClaims for LoginClaims {}

type Claims = IdTokenClaims<LoginClaims, CoreGenderClaim>;
type MoreClaims = UserInfoClaims<LoginClaims, CoreGenderClaim>;
type Tokens = StandardTokenResponse<
    IdTokenFields<
        LoginClaims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;
type Client = openidconnect::Client<
    LoginClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// How long discovery and keys are cached.
const KEPT: Duration = Duration::from_secs(3600);
/// Accepted signatures: only asymmetric ones, so that the client secret can never sign an ID token.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 3] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
];

/// A client of the login provider. Cheap to clone.
#[derive(Clone)]
pub struct LoginProvider {
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: ClientSecret,
    redirect: RedirectUrl,
    http: Transport,
    known: moka::future::Cache<(), Arc<ProviderMetadataWithLogout>>,
}

/// Options for the provider's page.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    pub login_hint: Option<String>,
    pub prompt: Option<Prompt>,
    pub language: Option<String>,
}

/// How the provider treats the person before it answers.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Prompt {
    /// Show no page
    None,
    /// Ask who is logging in, even when someone is logged in there
    Login,
}

/// A login that has begun: the address for the browser, and the values that must come back.
pub struct Started {
    pub url: String,
    pub state: String,
    pub nonce: String,
    pub verifier: String,
}

/// The person whom the provider vouches for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub issuer: String,
    pub subject: String,
    pub name: Option<String>,
    pub picture: Option<String>,
    pub email: Option<Claim>,
    pub phone: Option<Claim>,
    /// `th` or `en`, if the provider says.
    pub language: Option<&'static str>,
    /// How the person logged in there, if the provider says.
    pub way: Option<Way>,
}

/// How a person logged in at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Msisdn,
    EmailPassword,
    /// A social login or any other
    Other,
}

/// A person, and the token that later tells the provider whom to log out.
pub struct Arrived {
    pub person: Person,
    pub id_token: String,
}

/// A claim, and whether the provider has verified it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub value: String,
    pub verified: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum LoginFailure {
    /// The provider cannot be reached, is slow or sends a malformed answer.
    #[error("login provider unavailable: {0:#}")]
    Unavailable(anyhow::Error),
    /// The code, the verifier or the ID token is not valid.
    #[error("login rejected: {0:#}")]
    Rejected(anyhow::Error),
}

impl LoginProvider {
    /// Returns the provider of the settings; one instance per process.
    ///
    /// # Errors
    /// `internal` when the settings hold no valid URL.
    pub fn from_app(app: &App) -> Result<Self, Problem> {
        struct Discovered(Result<LoginProvider, String>);
        let kept = app.shared_with(|| {
            let settings = &app.settings;
            Discovered(
                LoginProvider::new(
                    app.http.clone(),
                    settings.provider_timeout(),
                    &settings.oidc_issuer,
                    &settings.oidc_client_id,
                    &settings.oidc_client_secret,
                    &format!("{}/login", settings.public_url),
                )
                .map_err(|error| format!("{error:#}")),
            )
        });
        kept.0.clone().map_err(Problem::internal)
    }

    /// # Errors
    /// When the issuer or the redirect address is no URL.
    pub fn new(
        http: reqwest::Client,
        timeout: Duration,
        issuer: &str,
        client_id: &str,
        client_secret: &str,
        redirect: &str,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            issuer: IssuerUrl::new(issuer.to_owned()).context("OIDC_ISSUER")?,
            client_id: ClientId::new(client_id.to_owned()),
            client_secret: ClientSecret::new(client_secret.to_owned()),
            redirect: RedirectUrl::new(redirect.to_owned()).context("PUBLIC_URL")?,
            http: Transport { client: http, timeout },
            known: moka::future::Cache::builder().max_capacity(1).time_to_live(KEPT).build(),
        })
    }

    /// Begins a login.
    ///
    /// # Errors
    /// `Unavailable` when discovery fails.
    pub async fn start(&self, hints: Hints) -> Result<Started, LoginFailure> {
        let client = self.client(&*self.metadata().await?);
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let mut request = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || CsrfToken::new_random_len(32),
                || Nonce::new_random_len(32),
            )
            .add_scopes(["profile", "email", "phone"].map(|scope| Scope::new(scope.to_owned())))
            .set_pkce_challenge(challenge);
        if let Some(hint) = hints.login_hint {
            request = request.set_login_hint(LoginHint::new(hint));
        }
        if let Some(prompt) = hints.prompt {
            request = request.add_prompt(match prompt {
                Prompt::None => CoreAuthPrompt::None,
                Prompt::Login => CoreAuthPrompt::Login,
            });
        }
        if let Some(language) = hints.language {
            request = request.add_ui_locale(LanguageTag::new(language));
        }
        let (url, state, nonce) = request.url();
        Ok(Started {
            url: url.into(),
            state: state.into_secret(),
            nonce: nonce.secret().clone(),
            verifier: verifier.into_secret(),
        })
    }

    /// Exchanges the returned code for a person.
    ///
    /// # Errors
    ///
    /// `Rejected` when the provider refuses the code or its ID token is not valid, `Unavailable` when the provider cannot be reached.
    pub async fn finish(&self, code: &str, nonce: &str, verifier: &str) -> Result<Arrived, LoginFailure> {
        let metadata = self.metadata().await?;
        let client = self.client(&metadata);
        let tokens = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|error| LoginFailure::Unavailable(error.into()))?
            .set_pkce_verifier(PkceCodeVerifier::new(verifier.to_owned()))
            .request_async(&self.http)
            .await
            .map_err(|error| match error {
                RequestTokenError::ServerResponse(refusal) => {
                    LoginFailure::Rejected(anyhow::anyhow!("{}", refusal_code(refusal.error())))
                }
                RequestTokenError::Parse(error, _) => {
                    LoginFailure::Unavailable(anyhow::anyhow!("tokens: {}", without_values(error)))
                }
                other => LoginFailure::Unavailable(other.into()),
            })?;

        let nonce = Nonce::new(nonce.to_owned());
        let claims = match verified(&client, &tokens, &nonce) {
            // After a rotation the key is unknown, or, when the provider does not name its keys, ours does not match.
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey | SignatureVerificationError::CryptoError(_),
            )) => {
                self.known.invalidate(&()).await;
                verified(&self.client(&*self.metadata().await?), &tokens, &nonce)
            }
            other => other,
        }
        .map_err(|error| LoginFailure::Rejected(untrue(&error)))?;

        // Some providers keep the ID token small and serve the rest at userinfo.
        let more = if claims.email().is_none() && claims.phone_number().is_none() && metadata.userinfo_endpoint().is_some() {
            Some(self.user_info(&client, &tokens, &claims).await?)
        } else {
            None
        };
        let id_token = tokens.id_token().map(ToString::to_string).unwrap_or_default();
        Ok(Arrived { person: person(&claims, more.as_ref()), id_token })
    }

    /// Returns the address at which a browser logs the person of this ID token out at the provider (RP-initiated logout). The provider sends it
    /// back to `back`. None when the provider has no such endpoint.
    ///
    /// # Errors
    /// `Unavailable` when discovery fails.
    pub async fn sign_out(&self, id_token: &str, back: &str, language: &str) -> Result<Option<Url>, LoginFailure> {
        let metadata = self.metadata().await?;
        let Some(endpoint) = metadata.additional_metadata().end_session_endpoint.clone() else { return Ok(None) };
        let back = PostLogoutRedirectUrl::new(back.to_owned()).map_err(|error| LoginFailure::Unavailable(error.into()))?;
        let request = LogoutRequest::from(endpoint)
            .set_client_id(self.client_id.clone())
            .set_post_logout_redirect_uri(back)
            .add_ui_locale(LanguageTag::new(language.to_owned()));
        // Passed on unchanged: the provider signed it and reads it itself.
        let mut url = request.http_get_url();
        url.query_pairs_mut().append_pair("id_token_hint", id_token);
        Ok(Some(url))
    }

    async fn user_info(&self, client: &Client, tokens: &Tokens, claims: &Claims) -> Result<MoreClaims, LoginFailure> {
        client
            .user_info(tokens.access_token().clone(), Some(claims.subject().clone()))
            .map_err(|error| LoginFailure::Unavailable(error.into()))?
            .request_async(&self.http)
            .await
            .map_err(|error| match error {
                openidconnect::UserInfoError::ClaimsVerification(error) => LoginFailure::Rejected(untrue(&error)),
                openidconnect::UserInfoError::Parse(error) => {
                    LoginFailure::Unavailable(anyhow::anyhow!("userinfo: {}", without_values(error)))
                }
                other => LoginFailure::Unavailable(other.into()),
            })
    }

    /// Returns discovery and keys; one request serves all callers that wait.
    async fn metadata(&self) -> Result<Arc<ProviderMetadataWithLogout>, LoginFailure> {
        self.known
            .try_get_with((), async {
                ProviderMetadataWithLogout::discover_async(self.issuer.clone(), &self.http).await.map(Arc::new)
            })
            .await
            .map_err(|error| LoginFailure::Unavailable(anyhow::Error::new(error).context("discovery")))
    }

    fn client(&self, metadata: &ProviderMetadataWithLogout) -> Client {
        let client = Client::from_provider_metadata(metadata.clone(), self.client_id.clone(), Some(self.client_secret.clone()))
            .set_redirect_uri(self.redirect.clone());
        // The standard's default is HTTP Basic; a provider that lists only the form body needs that.
        let by_form = metadata.token_endpoint_auth_methods_supported().is_some_and(|methods| {
            methods.contains(&CoreClientAuthMethod::ClientSecretPost)
                && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
        });
        client.set_auth_type(if by_form { AuthType::RequestBody } else { AuthType::BasicAuth })
    }
}

/// Returns the ID token's claims, once signature, issuer, audience, expiry and nonce are valid. Its times are compared with the machine's clock,
/// which matches the provider's.
fn verified(client: &Client, tokens: &Tokens, nonce: &Nonce) -> Result<Claims, ClaimsVerificationError> {
    let token = tokens.id_token().ok_or_else(|| ClaimsVerificationError::Other("no ID token".to_owned()))?;
    token.claims(&client.id_token_verifier().set_allowed_algs(ALGORITHMS), nonce).cloned()
}

/// Returns the provider's refusal code. Its description, or a non-standard code, may contain personal data, so they never reach a log.
fn refusal_code(refusal: &CoreErrorResponseType) -> &str {
    match refusal {
        CoreErrorResponseType::Extension(_) => "a code of its own",
        known => known.as_ref(),
    }
}

/// Returns which claim is invalid. The library's own message is not used, because it quotes the value.
fn untrue(error: &ClaimsVerificationError) -> anyhow::Error {
    anyhow::anyhow!(match error {
        ClaimsVerificationError::Expired(_) => "expired",
        ClaimsVerificationError::InvalidAudience(_) => "another audience",
        ClaimsVerificationError::InvalidAuthContext(_) => "another authentication context",
        ClaimsVerificationError::InvalidAuthTime(_) => "authenticated at another time",
        ClaimsVerificationError::InvalidIssuer(_) => "another issuer",
        ClaimsVerificationError::InvalidNonce(_) => "another nonce",
        ClaimsVerificationError::InvalidSubject(_) => "another subject",
        ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey) => "signed by an unknown key",
        ClaimsVerificationError::SignatureVerification(SignatureVerificationError::DisallowedAlg(_)) => "signed in another way",
        ClaimsVerificationError::SignatureVerification(_) => "the signature does not hold",
        _ => "no ID token that can be read",
    })
}

fn person(claims: &Claims, more: Option<&MoreClaims>) -> Person {
    let name = claims
        .name()
        .or_else(|| more.and_then(MoreClaims::name))
        .and_then(|name| name.get(None).or_else(|| name.iter().next().map(|(_, name)| name)));
    let picture = claims
        .picture()
        .or_else(|| more.and_then(MoreClaims::picture))
        .and_then(|picture| picture.get(None).or_else(|| picture.iter().next().map(|(_, picture)| picture)));
    let email = claims.email().or_else(|| more.and_then(MoreClaims::email));
    let email_verified = claims.email_verified().or_else(|| more.and_then(MoreClaims::email_verified));
    let phone = claims.phone_number().or_else(|| more.and_then(MoreClaims::phone_number));
    let phone_verified = claims.phone_number_verified().or_else(|| more.and_then(MoreClaims::phone_number_verified));
    let way = claims.additional_claims().idp.as_deref().or_else(|| more.and_then(|more| more.additional_claims().idp.as_deref()));
    let locale = claims.locale().or_else(|| more.and_then(MoreClaims::locale));
    Person {
        issuer: claims.issuer().to_string(),
        subject: claims.subject().to_string(),
        name: name.map(|name| name.to_string()).filter(|name| !name.trim().is_empty()),
        picture: picture.map(|url| url.to_string()).filter(|url| url.starts_with("https://") || url.starts_with("http://")),
        email: email.map(|email| Claim { value: email.to_string(), verified: email_verified == Some(true) }),
        phone: phone.map(|phone| Claim { value: phone.to_string(), verified: phone_verified == Some(true) }),
        language: locale.and_then(|locale| match locale.as_ref().get(..2) {
            Some("th") => Some("th"),
            Some("en") => Some("en"),
            _ => None,
        }),
        way: way.map(|way| match way {
            "msisdn" => Way::Msisdn,
            "email_password" => Way::EmailPassword,
            _ => Way::Other,
        }),
    }
}

impl From<LoginFailure> for Problem {
    fn from(failure: LoginFailure) -> Self {
        match &failure {
            LoginFailure::Unavailable(_) => Problem::new(codes::login_unavailable).retry_after(5).because(failure),
            LoginFailure::Rejected(_) => Problem::new(codes::login_rejected).because(failure),
        }
    }
}

/// Our HTTP client as the library expects it, with a timeout and without redirects.
#[derive(Clone)]
struct Transport {
    client: reqwest::Client,
    timeout: Duration,
}

#[derive(Debug, thiserror::Error)]
enum TransportError {
    #[error(transparent)]
    Http(#[from] reqwest::Error),
    #[error(transparent)]
    Message(#[from] axum::http::Error),
}

impl<'c> AsyncHttpClient<'c> for Transport {
    type Error = TransportError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, TransportError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let mut request = reqwest::Request::try_from(request)?;
            *request.timeout_mut() = Some(self.timeout);
            let answer = self.client.execute(request).await?;
            let mut response = axum::http::Response::builder().status(answer.status());
            for (name, value) in answer.headers() {
                response = response.header(name, value);
            }
            Ok(response.body(answer.bytes().await?.to_vec())?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn why_somebody_was_refused_is_told_without_the_providers_words() {
        let value = || "0899424242".to_owned();
        let refusal = refusal_code(&CoreErrorResponseType::Extension(value())).to_owned();
        let claims = [
            ClaimsVerificationError::InvalidNonce(value()),
            ClaimsVerificationError::InvalidSubject(value()),
            ClaimsVerificationError::Other(value()),
            ClaimsVerificationError::SignatureVerification(SignatureVerificationError::CryptoError(value())),
        ];
        let told = claims.iter().map(|error| format!("{:#}", LoginFailure::Rejected(untrue(error)))).chain([refusal]);
        for told in told {
            assert!(!told.contains("4242"), "{told}");
        }
        assert_eq!(refusal_code(&CoreErrorResponseType::InvalidGrant), "invalid_grant");
    }
}
