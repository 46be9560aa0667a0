import com.helger.phoss.smp.domain.SMPMetaManager;
import com.helger.phoss.smp.rest.SMPRestFilter;
import com.helger.phoss.smp.servlet.SMPWebAppListener;
import com.helger.photon.security.CSecurity;
import com.helger.photon.security.mgr.PhotonSecurityManager;
import com.helger.photon.security.user.IUser;
import jakarta.servlet.DispatcherType;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Runs phoss-smp until standard input ends. Arguments: a folder for its data, with the key store
 * smp.p12; the password of the key store; a user token for the REST interface. Once it answers, it
 * prints the line "port=...".
 */
public class RunSmp {
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Map.of(
                        "webapp.datapath", folder.resolve("data").toString(),
                        "smp.backend", "xml",
                        "smp.identifiertype", "peppol",
                        "smp.rest.type", "peppol",
                        "sml.smpid", "CLEARWAY-TEST",
                        "smp.keystore.type", "pkcs12",
                        "smp.keystore.path", folder.resolve("smp.p12").toString(),
                        "smp.keystore.password", args[1],
                        "smp.keystore.key.alias", "smp",
                        "smp.keystore.key.password", args[1])
                .forEach(System::setProperty);
        ServerConnector connector = started(folder);
        // No SML and no directory: it calls no server of the network.
        SMPMetaManager.getSettingsMgr().updateSettings(false, false, false, false, null, false, false, null);
        IUser user = PhotonSecurityManager.getUserMgr().getUserOfID(CSecurity.USER_ADMINISTRATOR_ID);
        PhotonSecurityManager.getUserTokenMgr().createUserToken(args[2], null, user, "test");
        System.out.println("port=" + connector.getLocalPort());
        while (System.in.read() >= 0) {
            // Nothing is expected.
        }
        System.exit(0);
    }

    /** Maven Central has no war of it: this is the part of its web.xml that serves REST. */
    private static ServerConnector started(Path folder) throws Exception {
        ServletContextHandler web = new ServletContextHandler();
        web.setContextPath("/");
        web.setBaseResourceAsPath(folder);
        web.addEventListener(new SMPWebAppListener());
        web.addFilter(SMPRestFilter.class, "/*", EnumSet.of(DispatcherType.REQUEST));
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(web);
        server.start();
        return connector;
    }
}
