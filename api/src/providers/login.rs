//! The login provider: OpenID Connect, authorization code with PKCE (S256), nonce and state.
//!
//! Discovery and keys are fetched once an hour, and at once when an ID token names a key that we do not know (rotation).
//! The contract, and what of a person we read, stands in `docs/providers/login.md`.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use openidconnect::core::{
    CoreAuthPrompt, CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdTokenClaims, CoreJwsSigningAlgorithm,
    CoreProviderMetadata, CoreTokenResponse, CoreUserInfoClaims,
};
use openidconnect::{
    AsyncHttpClient, AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl, LanguageTag, LoginHint, Nonce, OAuth2TokenResponse as _,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, SignatureVerificationError, TokenResponse as _,
};

use crate::app::App;
use crate::problem::{Problem, codes};

type Client = CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// How long discovery and keys are believed.
const KEPT: Duration = Duration::from_secs(3600);
/// Signatures that we take: asymmetric only, so that the client secret can never sign a person.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 3] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
];

/// Our side of the login provider. Cheap to clone.
#[derive(Clone)]
pub struct LoginProvider {
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: ClientSecret,
    redirect: RedirectUrl,
    http: Transport,
    known: moka::future::Cache<(), Arc<CoreProviderMetadata>>,
}

/// What a caller may ask of the provider's page.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    pub login_hint: Option<String>,
    pub silent: bool,
    pub language: Option<String>,
}

/// A sign-in that has begun: where the browser goes, and what must come back.
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
    pub email: Option<Vouched>,
    pub phone: Option<Vouched>,
    /// `th` or `en`, when the provider says.
    pub language: Option<&'static str>,
}

/// A claim, and whether the provider has verified it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vouched {
    pub value: String,
    pub verified: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum LoginFailure {
    /// The provider cannot be reached, is slow or answers nonsense.
    #[error("login provider unavailable: {0:#}")]
    Unavailable(anyhow::Error),
    /// The code, the verifier or the ID token does not hold.
    #[error("login rejected: {0:#}")]
    Rejected(anyhow::Error),
}

impl LoginProvider {
    /// The provider of the settings; one for the process.
    ///
    /// # Errors
    /// `internal` when the settings hold no proper URL.
    pub fn of(app: &App) -> Result<Self, Problem> {
        struct Kept(Result<LoginProvider, String>);
        let kept = app.shared_with(|| {
            let settings = &app.settings;
            Kept(
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

    /// Begins a sign-in.
    ///
    /// # Errors
    /// `Unavailable` when discovery does not answer.
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
        if hints.silent {
            request = request.add_prompt(CoreAuthPrompt::None);
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

    /// Turns the code that came back into a person.
    ///
    /// # Errors
    /// `Rejected` when the provider refuses the code or its ID token does not hold, `Unavailable` when it cannot be asked.
    pub async fn finish(&self, code: &str, nonce: &str, verifier: &str) -> Result<Person, LoginFailure> {
        let metadata = self.metadata().await?;
        let client = self.client(&metadata);
        let tokens = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|error| LoginFailure::Unavailable(error.into()))?
            .set_pkce_verifier(PkceCodeVerifier::new(verifier.to_owned()))
            .request_async(&self.http)
            .await
            .map_err(|error| match error {
                RequestTokenError::ServerResponse(refusal) => LoginFailure::Rejected(anyhow::anyhow!("{refusal}")),
                other => LoginFailure::Unavailable(other.into()),
            })?;

        let nonce = Nonce::new(nonce.to_owned());
        let claims = match verified(&client, &tokens, &nonce) {
            // Rotated: an unknown key, or, at a provider that does not name its keys, another one than ours.
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey | SignatureVerificationError::CryptoError(_),
            )) => {
                self.known.invalidate(&()).await;
                verified(&self.client(&*self.metadata().await?), &tokens, &nonce)
            }
            other => other,
        }
        .map_err(|error| LoginFailure::Rejected(error.into()))?;

        // Some providers keep the ID token small and tell the rest at userinfo.
        let more = if claims.email().is_none() && claims.phone_number().is_none() && metadata.userinfo_endpoint().is_some() {
            Some(self.user_info(&client, &tokens, &claims).await?)
        } else {
            None
        };
        Ok(person(&claims, more.as_ref()))
    }

    async fn user_info(
        &self,
        client: &Client,
        tokens: &CoreTokenResponse,
        claims: &CoreIdTokenClaims,
    ) -> Result<CoreUserInfoClaims, LoginFailure> {
        client
            .user_info(tokens.access_token().clone(), Some(claims.subject().clone()))
            .map_err(|error| LoginFailure::Unavailable(error.into()))?
            .request_async(&self.http)
            .await
            .map_err(|error| match error {
                openidconnect::UserInfoError::ClaimsVerification(error) => LoginFailure::Rejected(error.into()),
                other => LoginFailure::Unavailable(other.into()),
            })
    }

    /// Discovery and keys; asked for once by however many wait.
    async fn metadata(&self) -> Result<Arc<CoreProviderMetadata>, LoginFailure> {
        self.known
            .try_get_with((), async { CoreProviderMetadata::discover_async(self.issuer.clone(), &self.http).await.map(Arc::new) })
            .await
            .map_err(|error| LoginFailure::Unavailable(anyhow::Error::new(error).context("discovery")))
    }

    fn client(&self, metadata: &CoreProviderMetadata) -> Client {
        let client =
            CoreClient::from_provider_metadata(metadata.clone(), self.client_id.clone(), Some(self.client_secret.clone()))
                .set_redirect_uri(self.redirect.clone());
        // The standard's default is HTTP Basic; a provider that lists only the form wants the form.
        let by_form = metadata.token_endpoint_auth_methods_supported().is_some_and(|methods| {
            methods.contains(&CoreClientAuthMethod::ClientSecretPost)
                && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
        });
        client.set_auth_type(if by_form { AuthType::RequestBody } else { AuthType::BasicAuth })
    }
}

/// The ID token's claims, once signature, issuer, audience, expiry and nonce hold. Its times are compared with the
/// machine's clock, the one that the provider's is in step with.
fn verified(client: &Client, tokens: &CoreTokenResponse, nonce: &Nonce) -> Result<CoreIdTokenClaims, ClaimsVerificationError> {
    let token = tokens.id_token().ok_or_else(|| ClaimsVerificationError::Other("no ID token".to_owned()))?;
    token.claims(&client.id_token_verifier().set_allowed_algs(ALGORITHMS), nonce).cloned()
}

fn person(claims: &CoreIdTokenClaims, more: Option<&CoreUserInfoClaims>) -> Person {
    let name = claims
        .name()
        .or_else(|| more.and_then(CoreUserInfoClaims::name))
        .and_then(|name| name.get(None).or_else(|| name.iter().next().map(|(_, name)| name)));
    let picture = claims
        .picture()
        .or_else(|| more.and_then(CoreUserInfoClaims::picture))
        .and_then(|picture| picture.get(None).or_else(|| picture.iter().next().map(|(_, picture)| picture)));
    let email = claims.email().or_else(|| more.and_then(CoreUserInfoClaims::email));
    let email_verified = claims.email_verified().or_else(|| more.and_then(CoreUserInfoClaims::email_verified));
    let phone = claims.phone_number().or_else(|| more.and_then(CoreUserInfoClaims::phone_number));
    let phone_verified = claims.phone_number_verified().or_else(|| more.and_then(CoreUserInfoClaims::phone_number_verified));
    let locale = claims.locale().or_else(|| more.and_then(CoreUserInfoClaims::locale));
    Person {
        issuer: claims.issuer().to_string(),
        subject: claims.subject().to_string(),
        name: name.map(|name| name.to_string()).filter(|name| !name.trim().is_empty()),
        picture: picture.map(|url| url.to_string()).filter(|url| url.starts_with("https://") || url.starts_with("http://")),
        email: email.map(|email| Vouched { value: email.to_string(), verified: email_verified == Some(true) }),
        phone: phone.map(|phone| Vouched { value: phone.to_string(), verified: phone_verified == Some(true) }),
        language: locale.and_then(|locale| match locale.as_ref().get(..2) {
            Some("th") => Some("th"),
            Some("en") => Some("en"),
            _ => None,
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

/// Our HTTP client as the library wants it: bounded in time; it follows no redirects.
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
